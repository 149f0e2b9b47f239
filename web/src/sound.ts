/** Sounds of toys, made on the spot: no files to load, nothing to license. */
import type { Sound } from "./games/game";
import { settings } from "./settings.svelte";

/** A tone that glides from one pitch to another, or (with `noise`) a hiss through a filter that glides. */
interface Note {
  from: number;
  to?: number;
  at?: number;
  length: number;
  wave?: OscillatorType;
  noise?: boolean;
  loud?: number;
}

const repeat = (times: number, gap: number, note: (number: number) => Note): Note[] =>
  Array.from({ length: times }, (_, number) => ({ ...note(number), at: number * gap }));

const NOTES: Record<Sound, Note[]> = {
  tap: [{ from: 900, to: 500, length: 0.05, wave: "triangle", loud: 0.5 }],
  refused: [
    { from: 190, to: 140, length: 0.12, wave: "square", loud: 0.3 },
    { from: 150, to: 110, at: 0.13, length: 0.16, wave: "square", loud: 0.3 },
  ],
  card: [{ from: 3500, to: 900, length: 0.09, noise: true, loud: 0.7 }],
  trick: [
    { from: 660, length: 0.1, wave: "triangle" },
    { from: 880, at: 0.09, length: 0.18, wave: "triangle" },
  ],
  wind: repeat(5, 0.06, (click) => ({ from: 1300 + click * 130, length: 0.025, wave: "square", loud: 0.22 })),
  drive: [
    { from: 90, to: 190, length: 0.4, wave: "sawtooth", loud: 0.3 },
    { from: 500, to: 1400, length: 0.4, noise: true, loud: 0.25 },
  ],
  roll: [{ from: 500, to: 160, length: 0.45, noise: true, loud: 0.6 }],
  jump: [{ from: 260, to: 820, length: 0.2, wave: "triangle" }],
  flip: [
    { from: 1600, to: 2600, length: 0.06, noise: true, loud: 0.6 },
    { from: 520, at: 0.07, length: 0.06, wave: "triangle", loud: 0.6 },
  ],
  cover: [
    { from: 2200, to: 1200, length: 0.07, noise: true, loud: 0.6 },
    { from: 300, at: 0.07, length: 0.07, wave: "triangle", loud: 0.6 },
  ],
  swap: [
    { from: 900, to: 2200, length: 0.16, noise: true, loud: 0.5 },
    { from: 2200, to: 900, at: 0.18, length: 0.16, noise: true, loud: 0.5 },
  ],
  canister: [
    { from: 523, length: 0.12, wave: "triangle" },
    { from: 659, at: 0.1, length: 0.12, wave: "triangle" },
    { from: 784, at: 0.2, length: 0.3, wave: "triangle" },
  ],
  slide: [{ from: 1900, to: 1100, length: 0.045, noise: true, loud: 0.55 }],
  done: [
    { from: 784, length: 0.1, wave: "triangle" },
    { from: 1047, at: 0.09, length: 0.22, wave: "triangle" },
  ],
  tick: [{ from: 1050, length: 0.05, wave: "square", loud: 0.3 }],
  go: [{ from: 1320, length: 0.4, wave: "triangle" }],
  missile: [
    { from: 500, to: 3800, length: 0.35, noise: true, loud: 0.5 },
    { from: 1400, to: 300, length: 0.35, wave: "sawtooth", loud: 0.15 },
  ],
  crash: [
    { from: 900, to: 120, length: 0.3, noise: true, loud: 1 },
    { from: 130, to: 50, length: 0.25, wave: "square", loud: 0.35 },
  ],
  splash: [
    { from: 800, to: 2800, length: 0.12, noise: true, loud: 0.6 },
    { from: 2800, to: 500, at: 0.1, length: 0.3, noise: true, loud: 0.5 },
  ],
  battery: repeat(3, 0.07, (step) => ({ from: 500 + step * 180, length: 0.08, wave: "sine", loud: 0.7 })),
  shield: [
    { from: 420, to: 840, length: 0.3, wave: "sine", loud: 0.7 },
    { from: 630, to: 1260, at: 0.05, length: 0.3, wave: "sine", loud: 0.4 },
  ],
  fall: [{ from: 520, to: 90, length: 0.5, wave: "triangle" }],
  turn: [
    { from: 587, length: 0.12, wave: "triangle" },
    { from: 880, at: 0.13, length: 0.25, wave: "triangle" },
  ],
  win: [523, 659, 784, 1047, 784, 1047].map((from, number) => ({
    from,
    at: number * 0.13,
    length: number === 5 ? 0.5 : 0.14,
    wave: "triangle" as const,
  })),
  lose: [392, 349, 330].map((from, number) => ({ from, at: number * 0.2, length: 0.26, wave: "sine" as const })),
};

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Browsers allow sound only after the first touch; until then there is silence and no error. */
function audible(): AudioContext | null {
  if (!settings.sound || document.hidden) return null;
  if (!context) {
    if (typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return null;
    context = new AudioContext();
  }
  if (context.state === "suspended") void context.resume();
  return context;
}

function noise(audio: AudioContext): AudioBuffer {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  }
  return hiss;
}

function sourceOf(audio: AudioContext, note: Note, start: number): [AudioScheduledSourceNode, AudioNode] {
  const end = start + note.length;
  if (note.noise) {
    const source = new AudioBufferSourceNode(audio, { buffer: noise(audio) });
    const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: note.from, Q: 1.2 });
    filter.frequency.setValueAtTime(note.from, start);
    filter.frequency.exponentialRampToValueAtTime(note.to ?? note.from, end);
    return [source, source.connect(filter)];
  }
  const source = new OscillatorNode(audio, { type: note.wave ?? "sine", frequency: note.from });
  source.frequency.setValueAtTime(note.from, start);
  source.frequency.exponentialRampToValueAtTime(note.to ?? note.from, end);
  return [source, source];
}

export function play(sound: Sound): void {
  const audio = audible();
  if (!audio) return;
  for (const note of NOTES[sound]) {
    const start = audio.currentTime + 0.01 + (note.at ?? 0);
    const end = start + note.length;
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.16 * (note.loud ?? 1), start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, end);
    const [source, tail] = sourceOf(audio, note, start);
    tail.connect(volume).connect(audio.destination);
    source.start(start);
    source.stop(end + 0.05);
  }
}
