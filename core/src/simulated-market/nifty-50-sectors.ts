import type { SECTORS } from './sector.ts'

type StockSector = (typeof SECTORS)[number]

const TICKERS: Readonly<Record<StockSector, readonly string[]>> = {
  AUTOMOBILES: ['BAJAJ-AUTO', 'EICHERMOT', 'M&M', 'MARUTI', 'TMPV'],
  BANKS: ['AXISBANK', 'HDFCBANK', 'ICICIBANK', 'KOTAKBANK', 'SBIN'],
  CONSUMER: ['ASIANPAINT', 'HINDUNILVR', 'ITC', 'NESTLEIND', 'TATACONSUM', 'TITAN', 'TRENT'],
  ENERGY: ['COALINDIA', 'NTPC', 'ONGC', 'POWERGRID', 'RELIANCE'],
  FINANCE: ['BAJFINANCE', 'BAJAJFINSV', 'HDFCLIFE', 'JIOFIN', 'SBILIFE', 'SHRIRAMFIN'],
  HEALTHCARE: ['APOLLOHOSP', 'CIPLA', 'DRREDDY', 'MAXHEALTH', 'SUNPHARMA'],
  INDUSTRY: ['BEL', 'GRASIM', 'LT', 'ULTRACEMCO'],
  METALS: ['ADANIENT', 'HINDALCO', 'JSWSTEEL', 'TATASTEEL'],
  SERVICES: ['ADANIPORTS', 'BHARTIARTL', 'ETERNAL', 'INDIGO'],
  SOFTWARE: ['HCLTECH', 'INFY', 'TCS', 'TECHM', 'WIPRO'],
}

/** The sector of a NIFTY 50 stock, after NSE's sectoral indices. */
export function sectorOf(ticker: string): StockSector {
  const found = Object.entries(TICKERS).find(([, tickers]) => tickers.includes(ticker))
  if (!found) throw new Error(`no sector of ${ticker}`)
  return found[0] as StockSector
}
