// What a parsed request may hold before any schema or table sees it.

// Nothing that the contract takes is nested nearly as deep; recursion over the value ends here.
const MOST_LEVELS = 32
// PostgreSQL cannot store U+0000, and half of a surrogate pair becomes another character on the way.
const NUL = '\u0000'

/** False for values that are nested too deep, or hold text that cannot be stored as it is. */
export function isReadable(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value === 'string') return !value.includes(NUL) && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  return Object.entries(value).every(([key, inner]) => isReadable(key) && isReadable(inner, levels - 1))
}

/** The value with U+FFFD for every character that cannot be stored; throws where it is nested too deep. */
export function readableCopy(value: unknown, levels = MOST_LEVELS): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll(NUL, '\ufffd')
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) throw new Error('nested too deep')
  if (Array.isArray(value)) return value.map((inner) => readableCopy(inner, levels - 1))
  const entries = Object.entries(value).map(([key, inner]) => [readableCopy(key), readableCopy(inner, levels - 1)])
  return Object.fromEntries(entries) as unknown
}

// Characters that show nothing or turn the text around them: what is read is not what is stored. Line breaks and tabs
// are for texts of several lines; variation selectors choose how the sign before them is drawn.
const UNSEEN = /(?![\t\n\r])\p{Cc}|(?!\p{Join_Control}|[\ufe00-\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]/u
// Joiners stay where they do something: within Indian scripts and between the parts of a sign. After a Latin letter, a
// figure or a space, and at either end, they only hide.
const IDLE_JOINER = /(?:^|[\p{Script=Latin}\p{N}\p{P}\p{Z}\p{Join_Control}])\p{Join_Control}|\p{Join_Control}$/u

/** The path of the first field with invisible characters. */
export function findUnseen(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value === 'string') return UNSEEN.test(value) || IDLE_JOINER.test(value) ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnseen(inner, [...path, key])
    if (found) return found
  }
  return null
}
