/** Always there once the environment is; an operator's own packages come besides. */
const SHIPPED = ['numpy', 'pandas', 'talib', 'pandas_ta', 'pandas_ta_classic', 'dateutil', 'pytz', 'six', 'tzdata']

/** What a script may import besides the standard library. */
export function libraryModules(installed: readonly string[] = []): readonly string[] {
  return [...new Set([...SHIPPED, ...installed])]
}

const IMPORTS = /^[ \t]*(?:import[ \t]+([^\n#;]+)|from[ \t]+([\w.]+)[ \t]+import\b)/gm
// A function of the whole history is given a frame, and bot.frame() gives one.
const TAKES_FRAMES = /^def[ \t]+signals[ \t]*\(|\bbot\.frame[ \t]*\(/m

/** Whether the text names one of the libraries: only then it runs where they are, and its decisions depend on them. */
export function usesLibraries(code: string, installed?: readonly string[]): boolean {
  if (TAKES_FRAMES.test(code)) return true
  const modules = libraryModules(installed)
  for (const [, plain, from] of code.matchAll(IMPORTS)) {
    const named = plain === undefined ? [from!] : plain.split(',').map((one) => one.trim().split(/\s/)[0]!)
    if (named.some((name) => modules.includes(name.split('.')[0]!))) return true
  }
  return false
}
