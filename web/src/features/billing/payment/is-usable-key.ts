/** A payment provider key that is present and not a placeholder. */
export function isUsableKey(key: string): boolean {
  return /^rzp_(test|live)_\w+$/.test(key) && !/x{4,}|your|placeholder|change/i.test(key)
}
