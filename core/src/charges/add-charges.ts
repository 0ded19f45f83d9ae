import { addPaise } from '../money.ts'
import type { Charges } from './charge-order.ts'

/** Adds charges line by line, for example of the orders of a round trip. */
export function addCharges(first: Charges, second: Charges): Charges {
  return {
    brokeragePaise: addPaise(first.brokeragePaise, second.brokeragePaise),
    sttPaise: addPaise(first.sttPaise, second.sttPaise),
    exchangePaise: addPaise(first.exchangePaise, second.exchangePaise),
    sebiPaise: addPaise(first.sebiPaise, second.sebiPaise),
    stampDutyPaise: addPaise(first.stampDutyPaise, second.stampDutyPaise),
    gstPaise: addPaise(first.gstPaise, second.gstPaise),
    dpPaise: addPaise(first.dpPaise, second.dpPaise),
    totalPaise: addPaise(first.totalPaise, second.totalPaise),
  }
}
