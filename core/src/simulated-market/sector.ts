/** Stocks of a sector move together beyond the market's own moves. `MARKET` is the index of them all. */
export type Sector = (typeof SECTORS)[number] | 'MARKET'

export const SECTORS = [
  'AUTOMOBILES',
  'BANKS',
  'CONSUMER',
  'ENERGY',
  'FINANCE',
  'HEALTHCARE',
  'INDUSTRY',
  'METALS',
  'SERVICES',
  'SOFTWARE',
] as const
