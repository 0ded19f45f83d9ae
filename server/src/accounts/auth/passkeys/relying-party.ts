import type { Config } from '../../../platform/config.ts'

/** Passkeys are bound to the host at which users reach the product; the request's own Host header proves nothing. */
export function relyingParty({ publicUrl }: Config): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}
