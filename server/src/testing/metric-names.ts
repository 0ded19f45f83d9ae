const WORDS = ['and', 'or', 'unless', 'offset', 'bool']

/** The series that a PromQL expression reads. */
export function metricNames(expression: string): readonly string[] {
  const bare = expression
    .replace(/"[^"]*"|'[^']*'/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/(?<![\w.])[a-zA-Z_]\w*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !WORDS.includes(name))
}
