import { fraction, mix, normal } from '../../random/chance.ts'
import { exponential } from '../../random/exponential.ts'
import { weekday, weekNumber } from '../../time.ts'
import { usualWeights } from './day-shape.ts'
import type { VarianceClock } from './variance-clock.ts'

// Generator 1: every market that began with it keeps it for ever, bit for bit.

// A week has the variance of five trading days, and its weekend counts as one of six.
const UNIT = 5 / 6
const WEEKEND_DAY = 0.5
// Deviation of the logarithm of the variance, by block, week and day: calm and wild times come in clusters.
const BLOCK_MOOD = 0.35
const WEEK_MOOD = 0.4
const DAY_MOOD = 0.45
// The night has the weight of this share of the session's minutes.
const NIGHT_SHARE = 0.35
const NIGHT_MOOD = 0.8
const QUARTER_MOOD = 0.45

const VARIANCE_PLACE = 1
const WEEK_PLACE = 3
const DAY_PLACE = 4
const MOOD_PLACE = 7

const usualOf = usualWeights(liveliness)

export const FIRST_CLOCK: VarianceClock = {
  weighBlock: ({ own }, block) => {
    const mood = BLOCK_MOOD * normal(mix(own, VARIANCE_PLACE), block) - (BLOCK_MOOD * BLOCK_MOOD) / 2
    return exponential(mood)
  },

  weighDays: ({ own }, firstDay, weights) => {
    const weekKey = mix(own, WEEK_PLACE)
    const dayKey = mix(own, DAY_PLACE)
    for (let row = 0; row < weights.length; row++) {
      const day = firstDay + row
      const isWeekend = weekday(day) === 0 || weekday(day) === 6
      const mood = WEEK_MOOD * normal(weekKey, weekNumber(day)) + DAY_MOOD * normal(dayKey, day)
      weights[row] = (isWeekend ? WEEKEND_DAY : 1) * UNIT * exponential(mood)
    }
  },

  weighQuarters: ({ own }, shape, weights) => {
    const usual = usualOf(shape)
    const moodKey = mix(own, MOOD_PLACE)
    weights[0] = shape.hasNight ? NIGHT_SHARE * shape.minutes * exponential(NIGHT_MOOD * normal(moodKey, -1)) : 0
    for (let quarter = 0; quarter < weights.length - 1; quarter++) {
      weights[quarter + 1] = (usual[quarter] as number) * exponential(QUARTER_MOOD * normal(moodKey, quarter))
    }
  },

  weighMinutes: (key, minutes, silent, totals) => {
    let total = 0
    for (let minute = 0; minute < minutes; minute++) {
      // Between a third and eleven times its usual weight, seldom high.
      if (minute !== silent) total += 0.15 + 0.22 / (fraction(key, minute) + 0.02)
      totals[minute + 1] = total
    }
  },

  jumpMinutes: 400,
  jumpChance: 1 / 7_000,

  volume: (shares, place, luck, volatility) => shares * volumeByPlace(place) * luck * luck * (0.5 + 0.7 * volatility),
}

/** Variance by place in the session: most at the open, more towards the close, least at midday. */
function liveliness(place: number): number {
  const left = 1 - place
  const early = left * left * left * left
  const late = place * place * place * place
  return 0.7 + 1.8 * early * early + 0.6 * late
}

/** High at the open and in the last half hour, low at midday. */
function volumeByPlace(place: number): number {
  const left = 1 - place
  const early = left * left * left * left
  const late = place * place * place * place
  return 0.55 + 2 * early * early * early + 0.3 * early + late * late
}
