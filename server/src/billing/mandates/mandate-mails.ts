import { MANDATE_METHOD_LABELS, type MandateMethod } from '@trading-bot/contract/rest/billing/renewals'
import { formatRupees } from '@trading-bot/core/money'
import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { tellHolder } from '../../accounts/notifications/index.ts'
import type { MandateRow } from './mandate-store.ts'

/** Every change that its holder has to know of, with the one thing to do about it. */
export async function mailMandate(tx: Tx, deps: Deps, mandate: MandateRow): Promise<void> {
  const told = textOf(mandate)
  if (told) await tellHolder(tx, deps, { userId: mandate.user_id, ...told })
}

function textOf(mandate: MandateRow) {
  const name = nameOf(mandate)
  const most = formatRupees(Number(mandate.max_paise) / 100)
  const renewal = '/subscriptions#renewal'
  if (mandate.state === 'confirmed')
    return {
      subject: 'Automatic payments are set up',
      text: `Your plan now renews from ${name}. One debit takes at most ${most}, and we tell you of each at least a day before.`,
      action: { label: 'See or cancel it', path: renewal },
    }
  if (mandate.state === 'rejected')
    return {
      subject: 'Automatic payments could not be set up',
      text: `${mandate.reason ?? 'Your bank did not accept the mandate.'} Nothing is debited, and your plan does not renew from ${name}.`,
      action: { label: 'Try again or choose another way to pay', path: renewal },
    }
  if (mandate.state === 'paused')
    return {
      subject: 'Automatic payments are paused',
      text: `You have paused the mandate for ${name} in your bank or UPI app. While it is paused, your plan does not renew.`,
      action: { label: 'Resume it in your app, or pay by hand', path: renewal },
    }
  if (mandate.state === 'cancelled')
    return {
      subject: 'Automatic payments are cancelled',
      text: `Your plan no longer renews from ${name}; it stays as it is until its end.`,
      action: { label: 'Set up automatic payments again', path: renewal },
    }
  return undefined
}

/** "UPI Autopay (HDFC, 4242)" */
export function nameOf({ method, bank, account_hint }: MandateRow): string {
  const details = [bank, account_hint].filter((part) => part !== null).join(', ')
  const label = MANDATE_METHOD_LABELS[method as MandateMethod]
  return details ? `${label} (${details})` : label
}
