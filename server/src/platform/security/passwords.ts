import { hash, verify } from '@node-rs/argon2'

/** Injected, so that a load test can leave out the (deliberately) slow hashing. */
export type Passwords = {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (hashed: string, password: string) => Promise<boolean>
}

// OWASP's Argon2id profile: 19 MiB, two passes, one lane.
const PROFILE = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const argon2Passwords: Passwords = {
  hash: (password) => hash(password, PROFILE),
  verify: (hashed, password) => verify(hashed, password),
}
