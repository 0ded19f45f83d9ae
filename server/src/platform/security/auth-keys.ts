import { createHash, createHmac } from 'node:crypto'

/** The first key signs; the ones after it only verify what they signed before a rotation. */
export type AuthKeys = readonly [AuthKey, ...AuthKey[]]
type AuthKey = { readonly id: string; readonly secret: Buffer }

export function authKeys(current: Buffer, previous: readonly Buffer[] = []): AuthKeys {
  return [authKey(current), ...previous.map(authKey)]
}

/** The id is derived from the key, so that an operator rotates by moving a value and never chooses ids. */
function authKey(secret: Buffer): AuthKey {
  const id = createHash('sha256').update('auth-key-id:').update(secret).digest('hex').slice(0, 12)
  return { id, secret }
}

/** Codes are short and tokens travel by mail, so only their keyed hash is stored. */
export function hashSecret(keys: AuthKeys, purpose: string, text: string): Buffer {
  return mac(keys[0].secret, `${purpose}:${text}`)
}

/** The hash under every key: what was stored before a rotation is still found. */
export function hashesOf(keys: AuthKeys, purpose: string, text: string): Buffer[] {
  return keys.map(({ secret }) => mac(secret, `${purpose}:${text}`))
}

export function mac(secret: Buffer, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}
