import type { TradeDetail } from '@trading-bot/contract/rest/trading/analytics'
import * as z from 'zod/mini'
import { rupees } from './figures.ts'

/** The itemised charges as the engine writes them (core/charges). */
export const StoredCharges = z.object({
  brokeragePaise: z.int(),
  sttPaise: z.int(),
  exchangePaise: z.int(),
  sebiPaise: z.int(),
  stampDutyPaise: z.int(),
  gstPaise: z.int(),
  dpPaise: z.int(),
  totalPaise: z.int(),
})

export function chargesView(stored: unknown): TradeDetail['orders'][number]['charges'] {
  if (stored === null) return null
  const charges = StoredCharges.parse(stored)
  return {
    brokerage: rupees(charges.brokeragePaise),
    stt: rupees(charges.sttPaise),
    exchange: rupees(charges.exchangePaise),
    sebi: rupees(charges.sebiPaise),
    stamp_duty: rupees(charges.stampDutyPaise),
    gst: rupees(charges.gstPaise),
    dp: rupees(charges.dpPaise),
    total: rupees(charges.totalPaise),
  }
}
