/**
 * Allows the styles that libraries add at run time: the server sends a fresh one with every page and refuses all other
 * inline styles. Empty under the development server, which sends no policy.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
