export { isNearItsEnd } from './create-subscription.ts'
export { endSubscription } from './end-subscription.ts'
export { findHeldPrice, heldPriceSql } from './find-held-price.ts'
export { renewalPriceSql } from './renewal-price-sql.ts'
export { expireSubscriptions } from './expire-subscriptions.ts'
export { followPlan } from './follow-plan.ts'
export { keepStricterLimits } from './configuration/keep-stricter-limits.ts'
export { checkOrderValue } from './configuration/check-order-value.ts'
export { findConfiguration, saveConfiguration } from './configuration/configuration-store.ts'
export {
  atRenewalPrice,
  compareToCurrent,
  findOffer,
  findRenewalOffer,
  isSamePlan,
  MONTHS,
  NOTICE_DAYS,
  type PlanOffer,
} from './offer.ts'
export { grantPeriod, hasPeriodAhead, unusedOf } from './periods.ts'
export { amountDue } from './plan-value.ts'
export { preparePurchase } from './prepare-purchase.ts'
export {
  activateSubscription,
  addAmountPaid,
  lockBilling,
  renewFromCredit,
  renewOnce,
  renewSubscription,
  switchPlan,
  switchTrial,
} from './purchase.ts'
export { findRefusedParameter, findStrategySettings, followPlanChange, stopInstances } from './subscription-ports.ts'
export { subscriptionRoutes } from './subscription-routes.ts'
export {
  changeSubscription,
  findPending,
  findSubscription,
  findValid,
  includesTelegram,
  isValidSql,
  listOpenPeriods,
  lockValid,
  saveReminder,
  type SubscriptionRow,
} from './subscription-store.ts'
export { subscriptionView } from './subscription-view.ts'
export { checkTrial } from './trials/start-trial.ts'
export { findTrialOf, isPaperTrialSql, lengthenTrial, saveTold } from './trials/trial-store.ts'
export { requestedRefund, settleRefunded, sumRefundsOf, takeBackPeriod, unusedOfPayment } from './take-back-period.ts'
export { refundShares } from './refund-shares.ts'
export { isNoTrial, remindOfPlanEnd } from './remind-of-plan-end.ts'
