// Money for the tests: calls in a person's name, and plans bought without a browser.
import type { Call, CallAnswer, CallRequest } from '@trading-bot/contract/rest/call'
import { createOrder, simulatedSuccess } from '@trading-bot/contract/rest/payments'
import { type BotPlan, listBotPlans, listPlans, type Plan } from '@trading-bot/contract/rest/plans'
import { readMySubscription, type Subscription } from '@trading-bot/contract/rest/subscriptions'
import type { APIRequestContext } from '@playwright/test'
import { send, type SignedIn } from './people.ts'

export function sendAs<C extends Call>(
  request: APIRequestContext,
  { access }: Pick<SignedIn, 'access'>,
  spec: C,
  input: CallRequest<C>,
): Promise<CallAnswer<C>> {
  return send(request, spec, input, { authorization: `Bearer ${access}` })
}

export async function planNamed(request: APIRequestContext, who: SignedIn, name: string): Promise<Plan | BotPlan> {
  const plans = [...(await sendAs(request, who, listBotPlans, {})), ...(await sendAs(request, who, listPlans, {}))]
  const plan = plans.find((row) => row.name === name)
  if (!plan) throw new Error(`no plan is called ${name}`)
  return plan
}

/** A paid subscription of a plan. */
export async function buy(request: APIRequestContext, who: SignedIn, name: string): Promise<Subscription> {
  const plan = await planNamed(request, who, name)
  const choice = 'bot_type' in plan ? { bot_plan_id: plan.id, billing_cycle: plan.billing_cycle } : { plan_id: plan.id }
  const { data } = await sendAs(request, who, createOrder, choice)
  await sendAs(request, who, simulatedSuccess, { payment_id: data.payment_id })
  return sendAs(request, who, readMySubscription, {})
}
