import type { ExchangeAccount, ExchangeHolding, ExchangePosition } from '../../state/exchange-account.ts'
import type { ExchangeRules } from '../../state/exchange.ts'
import { fundsOf, netQuantity, realisedOf } from '../../risk/funds-of.ts'
import { segmentOf, tickerOf } from '../../market/bse-listings.ts'
import type { Quote } from '../../state/quote.ts'

const ZERO = '0.00'

/** All values are strings, as in the real API. */
export function presentFunds(account: ExchangeAccount, rules: ExchangeRules) {
  const { availablePaise, utilisedPaise, realisedPaise } = fundsOf(account, rules)
  return {
    net: rupees(availablePaise),
    availablecash: rupees(availablePaise),
    availableintradaypayin: ZERO,
    availablelimitmargin: ZERO,
    collateral: ZERO,
    m2munrealized: ZERO,
    m2mrealized: rupees(realisedPaise),
    utiliseddebits: rupees(utilisedPaise),
    utilisedspan: ZERO,
    utilisedoptionpremium: ZERO,
    utilisedholdingsales: ZERO,
    utilisedexposure: ZERO,
    utilisedturnover: ZERO,
    utilisedpayout: ZERO,
  }
}

export function presentPosition(position: ExchangePosition, quote: Quote) {
  const { instrument, product, buyQuantity, buyValuePaise, sellQuantity, sellValuePaise } = position
  const net = netQuantity(position)
  const netValuePaise = sellValuePaise - buyValuePaise
  const realised = realisedOf(position)
  const pnlPaise = netValuePaise + net * quote.lastPaise
  const buyAverage = average(buyValuePaise, buyQuantity)
  const sellAverage = average(sellValuePaise, sellQuantity)
  const netAverage = net === 0 ? ZERO : net > 0 ? buyAverage : sellAverage
  return {
    exchange: segmentOf(instrument.token),
    symboltoken: instrument.token,
    producttype: product,
    tradingsymbol: instrument.symbol,
    symbolname: tickerOf(instrument.symbol),
    instrumenttype: '',
    priceden: '1',
    pricenum: '1',
    genden: '1',
    gennum: '1',
    precision: '2',
    multiplier: '-1',
    boardlotsize: String(instrument.lotSize),
    symbolgroup: 'EQ',
    strikeprice: '-1',
    optiontype: '',
    expirydate: '',
    lotsize: String(instrument.lotSize),
    ...carriedForward(),
    buyqty: String(buyQuantity),
    sellqty: String(sellQuantity),
    buyamount: rupees(buyValuePaise),
    sellamount: rupees(sellValuePaise),
    buyavgprice: buyAverage,
    sellavgprice: sellAverage,
    avgnetprice: netAverage,
    // The real API puts a space after the minus sign.
    netvalue: netValuePaise < 0 ? `- ${rupees(-netValuePaise)}` : rupees(netValuePaise),
    netqty: String(net),
    totalbuyvalue: rupees(buyValuePaise),
    totalsellvalue: rupees(sellValuePaise),
    totalbuyavgprice: buyAverage,
    totalsellavgprice: sellAverage,
    netprice: netAverage,
    ltp: rupees(quote.lastPaise),
    pnl: rupees(pnlPaise),
    realised: rupees(realised),
    unrealised: rupees(pnlPaise - realised),
    close: rupees(quote.previousClosePaise),
  }
}

// Nothing is carried forward in the cash market: deliveries become holdings, the rest is squared off.
function carriedForward() {
  return {
    cfbuyqty: '0',
    cfsellqty: '0',
    cfbuyamount: ZERO,
    cfsellamount: ZERO,
    cfbuyavgprice: ZERO,
    cfsellavgprice: ZERO,
  }
}

/** Values are numbers here, as in the real API. */
export function presentHolding(holding: ExchangeHolding, quote: Quote) {
  const { instrument, quantity, costPaise } = holding
  const profitPaise = quantity * quote.lastPaise - costPaise
  return {
    tradingsymbol: instrument.symbol,
    exchange: segmentOf(instrument.token),
    isin: '',
    t1quantity: 0,
    realisedquantity: quantity,
    quantity,
    authorisedquantity: 0,
    product: 'DELIVERY',
    collateralquantity: null,
    collateraltype: null,
    haircut: 0,
    averageprice: Math.round(costPaise / quantity) / 100,
    ltp: quote.lastPaise / 100,
    symboltoken: instrument.token,
    close: quote.previousClosePaise / 100,
    profitandloss: profitPaise / 100,
    pnlpercentage: costPaise === 0 ? 0 : Math.round((profitPaise / costPaise) * 10_000) / 100,
  }
}

function rupees(amountPaise: number): string {
  return (amountPaise / 100).toFixed(2)
}

function average(valuePaise: number, quantity: number): string {
  return quantity === 0 ? ZERO : (valuePaise / quantity / 100).toFixed(2)
}
