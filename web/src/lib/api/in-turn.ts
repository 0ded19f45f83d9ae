const tails = new Map<string, Promise<unknown>>()

/** Runs work of one name one after another: across tabs where the browser has locks, else within this page. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return await navigator.locks.request(name, work)
  const turn = (tails.get(name) ?? Promise.resolve()).then(work, work)
  tails.set(name, turn)
  return await turn
}
