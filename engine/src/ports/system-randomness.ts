import { randomBytes } from 'node:crypto'
import { type Randomness, randomnessFrom } from './randomness.ts'

/** Uses the operating system's generator, so that tokens made from it cannot be guessed. */
export const systemRandomness: Randomness = randomnessFrom(() => randomBytes(4).readUInt32LE() / 4_294_967_296)
