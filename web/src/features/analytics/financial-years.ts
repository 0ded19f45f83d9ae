import { indiaDayNumber, isoDay } from '@trading-bot/core/time'

const YEARS_OFFERED = 5

/** India's financial years from April to March, the current one first. */
export function financialYears(now: Date): string[] {
  const [year = 0, month = 0] = isoDay(indiaDayNumber(now.getTime())).split('-').map(Number)
  const running = month >= 4 ? year : year - 1
  return Array.from({ length: YEARS_OFFERED }, (_, back) => {
    const first = running - back
    return `${first}-${String((first + 1) % 100).padStart(2, '0')}`
  })
}
