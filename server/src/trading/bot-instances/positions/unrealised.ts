type Holding = { readonly held: number; readonly entryQuantity: number; readonly entryValue: string | number }

/** What the shares were entered at, on average; a fraction of a paisa is kept. */
export function averagePaise({ entryQuantity, entryValue }: Holding): number {
  return entryQuantity > 0 ? Number(entryValue) / entryQuantity : 0
}

/** What is held, at this price and before charges; every screen shows this figure. */
export function unrealisedPaise(holding: Holding, lastPaise: number): number {
  return Math.round(holding.held * (lastPaise - averagePaise(holding)))
}
