import { NativeSelect, Skeleton, Stack, Title } from '@mantine/core'
import { createOrder } from '@trading-bot/contract/rest/billing/payments'
import { BOT_TYPE_LABELS, BOT_TYPES, type BotType, readUserBotSettings } from '@trading-bot/contract/rest/billing/plans'
import {
  createSubscription,
  type PaymentOrder,
  type Subscription,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { refusedWith } from '../../../lib/api/api-failure.ts'
import { PaymentPanel } from '../payment/payment-panel.tsx'
import { purchaseBill, upgradeBill } from '../payment/payment-lines.ts'
import { usePayment } from '../payment/use-payment.ts'
import { useQuote } from '../payment/use-quote.ts'
import { type Coupon, useCoupon } from '../coupon/use-coupon.ts'
import { choiceOf, cycleOf, type SelectedPlan } from '../plans/selected-plan.ts'
import { useSheetConsent } from '../sheet/use-sheet-consent.ts'
import { FlowFooter } from './flow-footer.tsx'
import type { Flow } from './use-flow.ts'

type Props = { flow: Flow; subscription: Subscription | null }

const TYPES = BOT_TYPES.map((value) => ({ value, label: BOT_TYPE_LABELS[value] }))

export function PurchaseStep({ flow, subscription }: Props) {
  const { plan, mode } = flow
  const [botType, setBotType] = useState<BotType>('ema_strategy')
  const isUpgrade = mode === 'upgrade'
  const quote = useQuote(plan, isUpgrade)
  const coupon = useCoupon(plan)
  const sheet = useSheetConsent(plan, isUpgrade ? undefined : botType)
  const paymentFlow = usePayment({
    description: plan.name,
    makeOrder: () =>
      isUpgrade
        ? quote.orOffered(() => orderUpgrade(plan, coupon.request))
        : orderPurchase(plan, botType, coupon.request),
    onPaid: flow.advance,
  })
  const bill = isUpgrade ? quote.offer && upgradeBill(plan, quote.offer) : purchaseBill(plan, subscription?.credit)
  return (
    <Stack gap="lg">
      <Title order={2}>{isUpgrade ? 'Complete Upgrade' : 'Complete Payment'}</Title>
      {!plan.bot_type && !isUpgrade && (
        <NativeSelect
          label="Bot type"
          description="This plan runs one bot of your choice. It starts with the administrator's settings."
          data={TYPES}
          value={botType}
          onChange={(event) => setBotType(event.currentTarget.value as BotType)}
        />
      )}
      {bill ? (
        <PaymentPanel paymentFlow={paymentFlow} bill={bill} coupon={coupon} sheet={sheet} />
      ) : (
        <Skeleton h={480} />
      )}
      <FlowFooter
        onBack={null}
        isBusy={paymentFlow.stage === 'processing' || paymentFlow.stage === 'confirming'}
        isDisabled={paymentFlow.stage !== 'done'}
        onContinue={flow.advance}
      />
    </Stack>
  )
}

type Couponed = Coupon['request']

async function orderPurchase(plan: SelectedPlan, botType: BotType, couponed: Couponed): Promise<PaymentOrder> {
  const options = { ...choiceOf(plan), billing_cycle: cycleOf(plan) }
  await api(createSubscription, plan.bot_type ? options : { ...options, ...(await settingsOf(botType)) })
  return (await api(createOrder, { ...options, ...couponed })).data
}

/** A regular plan starts with the administrator's settings of the chosen bot type. */
async function settingsOf(botType: BotType) {
  const {
    name: _,
    description: __,
    version: ___,
    status: ____,
    interval: _____,
    ...settings
  } = await api(readUserBotSettings, {
    bot_type: botType,
  })
  return settings
}

/** Capturing the payment performs the upgrade; it is requested directly only when nothing is due. */
async function orderUpgrade(plan: SelectedPlan, couponed: Couponed): Promise<PaymentOrder | null> {
  const options = { ...choiceOf(plan), billing_cycle: cycleOf(plan) }
  try {
    return (await api(createOrder, { ...options, ...couponed })).data
  } catch (failure) {
    if (!refusedWith(failure, 'NOTHING_TO_PAY')) throw failure
    const { message, order } = await api(upgradeSubscription, options)
    if (order === null) notify('success', message)
    return order
  }
}
