import { counted, dayOf, type Line, type Phrase, rupeesOf, textOf } from './audit-words.ts'

export const MONEY_PHRASES: Readonly<Record<string, Phrase>> = {
  'payment.granted': ({ whom, after }) => `received ${rupeesOf(after['amount_paise'])} for ${whom}`,
  'payment.returned': ({ whom, after }) =>
    `received ${rupeesOf(after['amount_paise'])} for ${whom}, which could not be used, and sends it back`,
  'payment.refund-requested': ({ whom, after }) => `refunded ${rupeesOf(after['amount_paise'])} of ${whom}`,
  'payment.refund-retried': ({ whom, after }) =>
    `sent a rejected refund of ${rupeesOf(after['amount_paise'])} of ${whom} again`,
  'mandate.created': ({ after }) =>
    `began a mandate for automatic payments of up to ${rupeesOf(after['max_paise'])} each`,
  'mandate.cancelled': () => 'cancelled the mandate for automatic payments',
  'coupon.created': ({ after }) =>
    `created the coupon ${textOf(after['code'])}: ${after['percent'] === null ? rupeesOf(after['amount_paise']) : `${textOf(after['percent'])} %`} off`,
  'coupon.switched': ({ after }) => `turned the coupon ${textOf(after['code'])} ${textOf(after['is_active'])}`,
  'trial.started': ({ whom, after }) => `began a free trial of ${whom}, until ${dayOf(after['ends_at'])}`,
  'trial.cancelled': ({ whom }) => `cancelled the free trial of ${whom}, which runs to its end`,
  'payment.asked': ({ whom, after }) => `asked the provider about ${whom} and found: ${textOf(after['found'])}`,
  'user.credit-given': ({ whom, after }) => `gave ${whom} ${rupeesOf(after['amount_paise'])} of credit`,
  'subscription.extended': ({ whom, after }) =>
    `gave ${whom} ${counted(after['days'], 'free day', 'free days')}, until ${dayOf(after['end_at'])}`,
  'subscription.granted': ({ whom, after }) =>
    `gave ${whom} for ${counted(after['days'], 'day', 'days')}, until ${dayOf(after['end_at'])}`,
  'subscription.plan-set': (line) =>
    `changed the plan of ${line.whom}${planChange(line)}, until ${dayOf(line.after['end_at'])}`,
  'users.exported': ({ after }) => `exported the list of users (${textOf(after['rows'])} rows)`,
  'subscription.created': ({ whom }) => `chose ${whom}`,
  'subscription.cancelled': ({ whom, after }) =>
    Number(after['unused_paise'] ?? 0) > 0
      ? `cancelled ${whom}; ${rupeesOf(after['unused_paise'])} is unused`
      : `cancelled ${whom}`,
  'subscription.auto-renew': ({ whom, after }) => `turned automatic renewal of ${whom} ${textOf(after['auto_renew'])}`,
  'subscription.configured': ({ whom }) => `changed the bot settings of ${whom}`,
  'subscription.upgrade-ordered': (line) => `ordered an upgrade of ${line.whom}${planChange(line)}`,
  'subscription.upgraded': (line) => `upgraded ${line.whom}${planChange(line)}`,
  'subscription.downgraded': (line) =>
    `downgraded ${line.whom}${planChange(line)}${line.after['end_at'] ? `, paid until ${dayOf(line.after['end_at'])}` : ''}`,
  'subscriptions.exported': ({ after }) => `exported the list of subscriptions (${textOf(after['rows'])} rows)`,
  'plan.created': ({ whom, after }) => `created the plan ${planName(whom, after)}${priceOf(after)}`,
  'plan.updated': ({ whom, after }) => `changed the plan ${planName(whom, after)}${priceOf(after)}`,
  'plan.price-announced': ({ whom, after }) =>
    `told ${counted(after['holders'], 'holder', 'holders')} of ${whom} of its new price, ${rupeesOf(after['monthly_paise'])} a month`,
  'plan.archived': ({ whom, after }) =>
    `archived the plan ${whom}, which ${counted(after['holders'], 'user keeps', 'users keep')} until its end`,
  'plan.deleted': ({ whom }) => `removed the plan ${whom}`,
  'plan.toggled': ({ whom, after }) => `turned the plan ${whom} ${textOf(after['is_active'])}`,
}

function planChange({ before, after, nameOf }: Line): string {
  const from = nameOf(before['bot_plan_id']) ?? nameOf(before['plan_id'])
  const to = nameOf(after['bot_plan_id']) ?? nameOf(after['plan_id'])
  return from && to ? ` from ${from} to ${to}` : ''
}

function planName(whom: string, after: Line['after']): string {
  return typeof after['name'] === 'string' ? after['name'] : whom
}

function priceOf({ price }: Line['after']): string {
  return typeof price === 'number' ? ` at ${rupeesOf(price * 100)} a month` : ''
}
