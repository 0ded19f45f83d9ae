import { randomBytes } from 'node:crypto'
import { type Randomness, randomnessFrom } from './randomness.ts'

/** From the operating system's generator, so that tokens made of it cannot be guessed. */
export const systemRandomness: Randomness = randomnessFrom(() => randomBytes(4).readUInt32LE() / 4_294_967_296)
