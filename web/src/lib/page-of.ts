const LAST_PAGE = 1_000_000

/** The page that the URL asks for; anything that is no page number means the first. */
export function pageOf(text: string | undefined): number {
  const page = Math.trunc(Number(text))
  return page >= 1 && page <= LAST_PAGE ? page : 1
}
