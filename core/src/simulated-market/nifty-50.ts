import type { Paise } from '../units.ts'
import type { SECTORS } from './sector.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'

type StockSector = (typeof SECTORS)[number]

// Before the list, which looks them up as it is made.
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

// NIFTY 50 by NSE's list of 2026 with exchange tokens. Prices and volatilities are approximations of late 2025 that only
// make the simulated market realistic. Live trading reads symbols and ticks from the instrument master.
export const NIFTY_50: readonly SimulatedInstrument[] = [
  stock('ADANIENT', '25', 'Adani Enterprises', 2_450, 210),
  stock('ADANIPORTS', '15083', 'Adani Ports and SEZ', 1_450, 180),
  stock('APOLLOHOSP', '157', 'Apollo Hospitals Enterprise', 7_600, 140),
  stock('ASIANPAINT', '236', 'Asian Paints', 2_500, 135),
  stock('AXISBANK', '5900', 'Axis Bank', 1_220, 145),
  stock('BAJAJ-AUTO', '16669', 'Bajaj Auto', 8_900, 150),
  stock('BAJFINANCE', '317', 'Bajaj Finance', 1_020, 165),
  stock('BAJAJFINSV', '16675', 'Bajaj Finserv', 2_080, 155),
  stock('BEL', '383', 'Bharat Electronics', 410, 185),
  stock('BHARTIARTL', '10604', 'Bharti Airtel', 2_050, 130),
  stock('CIPLA', '694', 'Cipla', 1_530, 125),
  stock('COALINDIA', '20374', 'Coal India', 385, 145),
  stock('DRREDDY', '881', 'Dr Reddy’s Laboratories', 1_250, 135),
  stock('EICHERMOT', '910', 'Eicher Motors', 6_900, 150),
  stock('ETERNAL', '5097', 'Eternal', 320, 220),
  stock('GRASIM', '1232', 'Grasim Industries', 2_750, 130),
  stock('HCLTECH', '7229', 'HCL Technologies', 1_530, 145),
  stock('HDFCBANK', '1333', 'HDFC Bank', 990, 110),
  stock('HDFCLIFE', '467', 'HDFC Life Insurance', 750, 140),
  stock('HINDALCO', '1363', 'Hindalco Industries', 800, 180),
  stock('HINDUNILVR', '1394', 'Hindustan Unilever', 2_450, 110),
  stock('ICICIBANK', '4963', 'ICICI Bank', 1_380, 115),
  stock('INDIGO', '11195', 'InterGlobe Aviation', 5_700, 165),
  stock('INFY', '1594', 'Infosys', 1_500, 140),
  stock('ITC', '1660', 'ITC', 410, 105),
  stock('JIOFIN', '18143', 'Jio Financial Services', 305, 175),
  stock('JSWSTEEL', '11723', 'JSW Steel', 1_170, 165),
  stock('KOTAKBANK', '1922', 'Kotak Mahindra Bank', 2_120, 125),
  stock('LT', '11483', 'Larsen & Toubro', 3_900, 135),
  stock('M&M', '2031', 'Mahindra & Mahindra', 3_600, 155),
  stock('MARUTI', '10999', 'Maruti Suzuki India', 15_800, 130),
  stock('MAXHEALTH', '22377', 'Max Healthcare Institute', 1_130, 165),
  stock('NESTLEIND', '17963', 'Nestlé India', 1_270, 110),
  stock('NTPC', '11630', 'NTPC', 335, 140),
  stock('ONGC', '2475', 'Oil and Natural Gas Corporation', 245, 150),
  stock('POWERGRID', '14977', 'Power Grid Corporation of India', 285, 130),
  stock('RELIANCE', '2885', 'Reliance Industries', 1_480, 130),
  stock('SBILIFE', '21808', 'SBI Life Insurance', 1_960, 130),
  stock('SBIN', '3045', 'State Bank of India', 940, 135),
  stock('SHRIRAMFIN', '4306', 'Shriram Finance', 720, 190),
  stock('SUNPHARMA', '3351', 'Sun Pharmaceutical Industries', 1_700, 125),
  stock('TATACONSUM', '3432', 'Tata Consumer Products', 1_160, 135),
  stock('TATASTEEL', '3499', 'Tata Steel', 178, 180),
  stock('TCS', '11536', 'Tata Consultancy Services', 3_050, 125),
  stock('TECHM', '13538', 'Tech Mahindra', 1_440, 155),
  stock('TITAN', '3506', 'Titan Company', 3_750, 130),
  stock('TMPV', '3456', 'Tata Motors Passenger Vehicles', 400, 190),
  stock('TRENT', '1964', 'Trent', 4_700, 200),
  stock('ULTRACEMCO', '11532', 'UltraTech Cement', 11_900, 130),
  stock('WIPRO', '3787', 'Wipro', 242, 145),
]

function stock(
  ticker: string,
  token: string,
  name: string,
  baseRupees: number,
  dailyVolatilityBps: number,
): SimulatedInstrument {
  const basePaise = baseRupees * 100
  return {
    symbol: `${ticker}-EQ`,
    token,
    name,
    tickPaise: tickForPrice(basePaise),
    lotSize: 1,
    basePaise,
    dailyVolatilityBps,
    hasDerivatives: true,
    sector: sectorOf(ticker),
  }
}

/** NSE's tick size for a price since 2025-04-15; the exchange sets it monthly by the last close of the previous month. */
export function tickForPrice(pricePaise: Paise): number {
  if (pricePaise < 25_000) return 1
  if (pricePaise <= 100_000) return 5
  if (pricePaise <= 500_000) return 10
  if (pricePaise <= 1_000_000) return 50
  if (pricePaise <= 2_000_000) return 100
  return 500
}

/** The sector of a NIFTY 50 stock, after NSE's sectoral indices. */
function sectorOf(ticker: string): StockSector {
  const found = Object.entries(TICKERS).find(([, tickers]) => tickers.includes(ticker))
  if (!found) throw new Error(`no sector of ${ticker}`)
  return found[0] as StockSector
}
