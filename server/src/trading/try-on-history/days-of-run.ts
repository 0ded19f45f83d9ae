import { refuseFields } from '@trading-bot/contract/rest/refusals'
import { dayNumberOf, isoDay } from '@trading-bot/core/time'
import type { RunRights } from './rights-to-run.ts'

type Asked = { readonly days: number; readonly day?: string | undefined }

/** Which days a run covers: the last ones, or one chosen day, which is all there is where results are not shown. */
export function daysOfRun({ claim, lastDay }: RunRights, { days, day }: Asked) {
  if (day === undefined) {
    if (claim.kind === 'hidden') return refuseFields({ day: ['Choose a day'] })
    return { fromDay: lastDay - days + 1, untilDay: lastDay }
  }
  const chosen = dayNumberOf(day)
  if (chosen > lastDay) return refuseFields({ day: [`Choose a day up to ${isoDay(lastDay)}`] })
  return { fromDay: chosen, untilDay: chosen }
}
