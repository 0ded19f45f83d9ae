import type { LegalVariant } from './variant.ts'

/** Who decides about orders and who answers for them, by the mode of the installation; none on the demo. */
export function whoDecides({ hosting, provider }: LegalVariant): string[] {
  switch (hosting) {
    case 'simulated':
      return []
    case 'paper':
      return [
        'This installation trades on paper only. You decide whether a bot runs and with which virtual capital; no order leaves the platform for a broker, and no broker or exchange takes part.',
      ]
    case 'own-logic':
      return [
        'You decide. A bot trades with real money only by parameters that you set and confirmed as your own, with your own key and from a network address registered for you, below 10 orders a second. The platform is the tool that carries out your logic; you are responsible for it as its owner.',
        'Your broker is responsible to you for executing your orders, and may ask you about your logic or stop it.',
      ]
    case 'provider':
      return [
        `The logic is the provider’s: ${providerName(provider)} The provider is responsible for the logic and acts as the agent of your broker, who is the principal, has each strategy approved and registered with the exchange, and answers your complaints about it.`,
        'You decide whether a bot runs, with how much capital and within which limits. Orders start on the broker’s server.',
      ]
  }
}

/** What the platform is and is not; a platform with black boxes does not speak of itself as without an analyst. */
export function whatWeAre({ hosting, black_boxes }: LegalVariant): string {
  const isProvider = hosting === 'provider'
  const no = ['stock broker', 'investment adviser', ...(black_boxes ? [] : ['research analyst'])]
  const analyst = black_boxes
    ? ' For every strategy that does not disclose its logic (a black box) a SEBI-registered research analyst answers by a research report; the strategy’s sheet names the registration and the day of the report.'
    : ''
  return `We are ${isProvider ? 'an algo provider, and ' : ''}not a ${no.join(', ')} or portfolio manager.${analyst} Nothing on this platform is investment advice or a recommendation to buy or sell a security. We never hold your money or your shares.`
}

/** Fees that are shared are disclosed; otherwise it is said that none are. */
export function feeSharingText({ fee_sharing }: LegalVariant): string {
  return fee_sharing === null
    ? 'We share no fee and no brokerage with a broker or anybody else.'
    : `Fees or brokerage are shared: ${/[.!?]$/.test(fee_sharing) ? fee_sharing : `${fee_sharing}.`}`
}

function providerName(provider: LegalVariant['provider']): string {
  return provider
    ? `${provider.name}, empanelled with the exchange as algo provider (${provider.number}).`
    : 'an algo provider empanelled with the exchange, whose name and number the platform states before a bot trades with real money.'
}
