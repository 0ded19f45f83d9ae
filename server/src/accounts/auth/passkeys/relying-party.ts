import type { Config } from '../../../platform/config.ts'

/** Passkeys are bound to the host at which users reach the product; the request's own Host header proves nothing. */
export function relyingParty({ publicUrl }: Config): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** Whether a page of another site had ours in a frame: none may, and a browser that says so shows that one did. */
export function isFramed(credential: { readonly response: { readonly clientDataJSON: string } }): boolean {
  try {
    const text = Buffer.from(credential.response.clientDataJSON, 'base64url').toString()
    const data = JSON.parse(text) as { crossOrigin?: unknown; topOrigin?: unknown }
    return (data.crossOrigin ?? false) !== false || data.topOrigin !== undefined
  } catch {
    return true
  }
}
