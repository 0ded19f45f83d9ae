import type { OrderPrice, OrderRequest, Rejected } from '../ports.ts'

/** Refuses requests that the broker would reject or might misread, before they are sent. */
export function checkRequest({ clientId, quantity, instrument, price }: OrderRequest): Rejected | null {
  if (!/^[0-9a-zA-Z]{1,19}$/.test(clientId)) {
    return refuse('TAG_INVALID', 'The order’s own id must be 1 to 19 letters and digits.')
  }
  if (!(Number.isSafeInteger(quantity) && quantity > 0 && quantity % instrument.lotSize === 0)) {
    return refuse('QUANTITY_INVALID', 'The quantity must be whole shares in whole lots.')
  }
  const paise = priceOf(price)
  if (!(Number.isSafeInteger(paise) && paise > 0)) return refuse('PRICE_INVALID', 'The price must be whole paise.')
  if (price.kind !== 'MARKET' && paise % instrument.tickPaise !== 0) {
    return refuse('PRICE_OFF_TICK', 'The price must lie on a tick of the symbol.')
  }
  return null
}

function priceOf(price: OrderPrice): number {
  if (price.kind === 'MARKET') return price.lastPaise
  return price.kind === 'LIMIT' ? price.limitPaise : price.triggerPaise
}

function refuse(code: string, sentence: string): Rejected {
  return { kind: 'rejected', code, sentence }
}
