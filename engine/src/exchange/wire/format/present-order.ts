import { segmentOf } from '../../market/bse-listings.ts'
import { type ExchangeOrder, type ExchangeTrade, isCancelled } from '../../state/exchange-order.ts'
import { indiaClock, indiaStamp } from './india-stamp.ts'

/** A row of the order book, order details and the order-status socket: prices are numbers, quantities strings. */
export function presentOrder(order: ExchangeOrder) {
  const averagePaise = order.filledQuantity === 0 ? 0 : order.filledValuePaise / order.filledQuantity
  const remaining = order.quantity - order.filledQuantity
  return {
    variety: order.variety,
    ordertype: order.kind,
    producttype: order.product,
    duration: order.duration,
    price: order.pricePaise / 100,
    triggerprice: order.triggerPaise / 100,
    quantity: String(order.quantity),
    disclosedquantity: String(order.disclosedQuantity),
    squareoff: (order.bracket?.targetPaise ?? 0) / 100,
    stoploss: (order.bracket?.stopPaise ?? 0) / 100,
    trailingstoploss: (order.bracket?.trailPaise ?? 0) / 100,
    tradingsymbol: order.tradingSymbol,
    transactiontype: order.side,
    exchange: segmentOf(order.instrument.token),
    symboltoken: order.instrument.token,
    ordertag: order.tag,
    instrumenttype: '',
    strikeprice: -1,
    optiontype: '',
    expirydate: '',
    lotsize: String(order.instrument.lotSize),
    cancelsize: String(isCancelled(order) ? remaining : 0),
    averageprice: Math.round(averagePaise * 100) / 10_000,
    filledshares: String(order.filledQuantity),
    unfilledshares: String(isCancelled(order) ? 0 : remaining),
    orderid: order.orderId,
    text: order.text,
    status: order.status,
    orderstatus: order.status,
    updatetime: indiaStamp(order.updatedMs),
    exchtime: order.arrival === 0 ? '' : indiaStamp(order.acceptedMs),
    exchorderupdatetime: order.arrival === 0 ? '' : indiaStamp(order.updatedMs),
    fillid: order.lastTrade?.tradeId ?? '',
    filltime: order.lastTrade ? indiaClock(order.lastTrade.atMs) : '',
    parentorderid: order.parentOrderId,
    uniqueorderid: order.uniqueOrderId,
    exchangeorderid: order.arrival === 0 ? '' : order.exchangeOrderId,
  }
}

export function presentTrade(trade: ExchangeTrade) {
  return {
    exchange: segmentOf(trade.instrument.token),
    producttype: trade.product,
    tradingsymbol: trade.instrument.symbol,
    instrumenttype: '',
    symbolgroup: 'EQ',
    strikeprice: '-1.0',
    optiontype: '',
    expirydate: '',
    marketlot: String(trade.instrument.lotSize),
    precision: '2',
    multiplier: '-1',
    tradevalue: ((trade.quantity * trade.pricePaise) / 100).toFixed(2),
    transactiontype: trade.side,
    fillprice: (trade.pricePaise / 100).toFixed(2),
    fillsize: String(trade.quantity),
    orderid: trade.orderId,
    fillid: trade.tradeId,
    filltime: indiaClock(trade.atMs),
  }
}
