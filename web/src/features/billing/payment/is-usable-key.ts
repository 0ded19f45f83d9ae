/** A key of the provider's form that is not the one from an example. */
export function isUsableKey(key: string): boolean {
  return /^rzp_(test|live)_\w+$/.test(key) && !/x{4,}|your|placeholder|change/i.test(key)
}
