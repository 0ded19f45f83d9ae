export {
  isMarketSimulated,
  isPastSimulated,
  lastShownDay,
  paperRefusal,
  priceSentence,
  priceSource,
  seesNewest,
} from './price-rules.ts'
