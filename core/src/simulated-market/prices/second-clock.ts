import { fraction, mix, normal } from '../../random/chance.ts'
import { exponential } from '../../random/exponential.ts'
import { weekday } from '../../time.ts'
import { usualWeights } from './day-shape.ts'
import type { ClockKeys, VarianceClock } from './variance-clock.ts'

// Generator 2: volatility follows volatility. A slow mood goes from day to day and a fast one from quarter to quarter;
// the market has one of each, and sectors and companies share it beside their own. Moods have a deviation of one.
const WITH_MARKET = 0.75
const BY_ITSELF = Math.sqrt(1 - WITH_MARKET * WITH_MARKET)

// What a mood does to the logarithm of the variance.
const BLOCK_MOOD = 0.6
const SLOW_MOOD = 0.8
const DAY_MOOD = 0.3
const NIGHT_MOOD = 0.6
const FAST_MOOD = 0.7

// How much of a mood is left a day and a quarter later.
const SLOW_STAYS = 0.95
const FAST_STAYS = 0.85
const SLOW_STEP = Math.sqrt(1 - SLOW_STAYS * SLOW_STAYS)
const FAST_STEP = Math.sqrt(1 - FAST_STAYS * FAST_STAYS)
// How much of a minute's liveliness is left in the next.
const MINUTE_STAYS = 0.45
const MINUTE_STEP = 1 - MINUTE_STAYS
// The slow mood of a block starts so many days before it, so that it goes on from that of the block before.
const DAYS_BEFORE = 28

// Little happens on a weekend, and all of it is seen on Monday morning.
const WEEKEND_DAY = 0.2
// The night has the weight of this share of the session's minutes.
const NIGHT_SHARE = 0.25

const BLOCK_PLACE = 1
const SLOW_PLACE = 3
const DAY_PLACE = 4
const FAST_PLACE = 7
// Places beside the quarters, which count from 0.
const NIGHT = -1
const BEFORE_OPEN = -2

const usualOf = usualWeights(liveliness)

export const SECOND_CLOCK: VarianceClock = {
  weighBlock: (keys, block) => {
    const mood = BLOCK_MOOD * drawn(keysAt(keys, BLOCK_PLACE), block)
    return exponential(mood - (BLOCK_MOOD * BLOCK_MOOD) / 2)
  },

  weighDays: (keys, firstDay, weights) => {
    const slowKeys = keysAt(keys, SLOW_PLACE)
    const dayKeys = keysAt(keys, DAY_PLACE)
    let slow = drawn(slowKeys, firstDay - DAYS_BEFORE)
    for (let row = 1 - DAYS_BEFORE; row < weights.length; row++) {
      const day = firstDay + row
      slow = SLOW_STAYS * slow + SLOW_STEP * drawn(slowKeys, day)
      if (row < 0) continue
      const isWeekend = weekday(day) === 0 || weekday(day) === 6
      const mood = SLOW_MOOD * slow + DAY_MOOD * drawn(dayKeys, day)
      weights[row] = (isWeekend ? WEEKEND_DAY : 1) * exponential(mood)
    }
  },

  weighQuarters: ({ own, market }, shape, weights) => {
    const usual = usualOf(shape)
    const quarters = weights.length - 1
    const ofMarket = marketMoods(market ?? own, quarters)
    const isMarket = market === null
    const ownKey = mix(own, FAST_PLACE)
    const night = isMarket ? ofMarket.night : WITH_MARKET * ofMarket.night + BY_ITSELF * normal(ownKey, NIGHT)
    weights[0] = shape.hasNight ? NIGHT_SHARE * shape.minutes * exponential(NIGHT_MOOD * night) : 0
    let ownFast = isMarket ? 0 : normal(ownKey, BEFORE_OPEN)
    for (let quarter = 0; quarter < quarters; quarter++) {
      let fast = ofMarket.fast[quarter] as number
      if (!isMarket) {
        ownFast = FAST_STAYS * ownFast + FAST_STEP * normal(ownKey, quarter)
        fast = WITH_MARKET * fast + BY_ITSELF * ownFast
      }
      weights[quarter + 1] = (usual[quarter] as number) * exponential(FAST_MOOD * fast)
    }
  },

  weighMinutes: (key, minutes, silent, totals) => {
    let total = 0
    let lively = 1
    for (let minute = 0; minute < minutes; minute++) {
      lively = MINUTE_STAYS * lively + MINUTE_STEP * (0.15 + 0.22 / (fraction(key, minute) + 0.02))
      if (minute !== silent) total += lively
      totals[minute + 1] = total
    }
  },

  jumpMinutes: 400,
  jumpChance: 1 / 7_000,

  // Many shares change hands when much happens.
  volume: (shares, place, luck, volatility) =>
    shares * volumeByPlace(place) * luck * luck * (0.3 + 0.1 * volatility + 0.6 * volatility * volatility),
}

type DayMoods = { readonly key: number; readonly night: number; readonly fast: Float64Array }

// The day used last: fifty stocks ask for the same one.
let lastMoods: DayMoods = { key: 0, night: 0, fast: new Float64Array(0) }

function marketMoods(market: number, quarters: number): DayMoods {
  const key = mix(market, FAST_PLACE)
  if (lastMoods.key === key && lastMoods.fast.length >= quarters) return lastMoods
  const fast = new Float64Array(quarters)
  let mood = normal(key, BEFORE_OPEN)
  for (let quarter = 0; quarter < quarters; quarter++) {
    mood = FAST_STAYS * mood + FAST_STEP * normal(key, quarter)
    fast[quarter] = mood
  }
  lastMoods = { key, night: normal(key, NIGHT), fast }
  return lastMoods
}

function keysAt({ own, market }: ClockKeys, place: number): ClockKeys {
  return { own: mix(own, place), market: market === null ? null : mix(market, place) }
}

/** A standard normal that a sector or a company shares in part with the market. */
function drawn({ own, market }: ClockKeys, place: number): number {
  return market === null ? normal(own, place) : WITH_MARKET * normal(market, place) + BY_ITSELF * normal(own, place)
}

/** Variance by place in the session: most at the open, more towards the close, least at midday. */
function liveliness(place: number): number {
  const left = 1 - place
  const early = left * left * left * left
  const late = place * place * place * place
  return 0.7 + 5 * early * early * early * early + 0.6 * late * late
}

/** What the volatility does not explain: more at the open and in the last half hour. */
function volumeByPlace(place: number): number {
  const left = 1 - place
  const early = left * left * left * left
  const late = place * place * place * place
  return 0.7 + 0.5 * early * early + 0.8 * late * late
}
