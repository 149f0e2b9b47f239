/** SHA-256 and HMAC. WebCrypto has them, but not on a plain http address of the home network. */

const primes = Array.from({ length: 312 }, (_, n) => n).filter((n) => {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return n > 1;
});
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const K = primes.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function sha256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((data.length + 72) >> 6) << 6);
  padded.set(data);
  padded[data.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  words.setUint32(padded.length - 4, data.length << 3);
  const hash = [...START];
  for (let start = 0; start < padded.length; start += 64) mix(hash, words, start);
  const answer = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => answer.setInt32(4 * i, word));
  return new Uint8Array(answer.buffer);
}

function mix(hash: number[], words: DataView, start: number): void {
  const w = new Int32Array(64);
  for (let i = 0; i < 64; i++) {
    if (i < 16) w[i] = words.getInt32(start + 4 * i);
    else {
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + big1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) | 0));
}

export function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(join(block.map((byte) => byte ^ 0x36), data)); // prettier-ignore
  return sha256(join(block.map((byte) => byte ^ 0x5c), inner)); // prettier-ignore
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

export const bytes = (text: string) => new TextEncoder().encode(text);
export const hex = (data: Uint8Array) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hashText = (text: string) => hex(sha256(bytes(text)));
