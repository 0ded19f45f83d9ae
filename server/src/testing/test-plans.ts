import { listBotPlans, listPlans } from '@trading-bot/contract/rest/billing/plans'
import { createOrder, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import { createSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { seedCatalogue } from '../demo/seed-catalogue.ts'
import { signUp } from './test-accounts.ts'
import type { TestServer } from './test-server.ts'
import { pdfText } from './pdf-text.ts'

/** A signed-up user on a server with a seeded catalogue, and its plans by name. */
export async function signUpBuyer(server: TestServer) {
  await seedCatalogue(server.deps)
  const account = await signUp(server)
  const botPlans = (await server.call(listBotPlans, {}, account.access)).body
  const plans = (await server.call(listPlans, {}, account.access)).body
  const botPlan = (type: string) => {
    const found = botPlans.find(({ bot_type }) => bot_type === type)
    if (!found) throw new Error(`no plan of type ${type}`)
    return found
  }
  return { ...account, token: account.access, plans, botPlans, botPlan }
}

/** A signed-up user who has bought the plan of a bot type. */
export async function signUpHolder(server: TestServer, type = 'ema_strategy') {
  const buyer = await signUpBuyer(server)
  const { order, subscription } = await buy(server, buyer.token, { bot_plan_id: buyer.botPlan(type).id })
  return { ...buyer, order, subscription, paymentId: order.payment_id }
}

export async function buy(server: TestServer, token: string, choice: { plan_id?: string; bot_plan_id?: string }) {
  await server.call(createSubscription, choice, token)
  const { data: order } = (await server.call(createOrder, choice, token)).body
  const paid = await server.call(simulatedSuccess, { payment_id: order.payment_id }, token)
  return { order, paid, subscription: paid.body.subscription }
}

/** The texts of the PDF that the buyer downloads. */
export async function invoiceText({ url }: TestServer, paymentId: string, token: string): Promise<string> {
  const address = `${url}/api/subscriptions/payment/${paymentId}/invoice/`
  const pdf = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  if (pdf.headers.get('content-type') !== 'application/pdf') throw new Error(`no PDF but ${await pdf.text()}`)
  return pdfText(new Uint8Array(await pdf.arrayBuffer()))
}

export async function ledgerSum(server: TestServer): Promise<Record<string, bigint>> {
  const rows = await server.db
    .selectFrom('ledger_lines')
    .select((each) => ['account', each.fn.sum<string>('amount_paise').as('sum')])
    .groupBy('account')
    .execute()
  return Object.fromEntries(rows.map(({ account, sum }) => [account, BigInt(sum)]))
}
