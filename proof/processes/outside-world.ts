// Run inside the machine of systemd.proof.ts: what is not the product's own. The broker's exchange, the payment provider
// and the mail server run here, and one more address stands for the customer's bank and inbox. How to reach them is
// written into the file that is named.
import { writeFileSync } from 'node:fs'
import { runExchange } from '../../engine/src/exchange/run-exchange.ts'
import { startFakeRazorpay } from '../../server/src/testing/fakes/fake-razorpay.ts'
import { startFakeSmtp } from '../../server/src/testing/fakes/fake-smtp.ts'
import { startLocalServer } from '../../server/src/testing/fakes/local-server.ts'

export type OutsideWorld = {
  /** Lines for the product's settings. */
  readonly settings: Readonly<Record<string, string>>
  /** The customer's own account at the broker. */
  readonly account: { api_key: string; client_code: string; mpin: string; totp_secret: string }
  /** /pay/ORDER pays and answers what the checkout would; /code/ADDRESS has the newest mailed code. */
  readonly customerUrl: string
}

const exchange = await runExchange({
  // Trades at any hour.
  market: { seed: 2026, hours: 'demo' },
  port: 0,
  accounts: 2,
  onBug: console.error,
})
const razorpay = await startFakeRazorpay()
const smtp = await startFakeSmtp()
const customer = await startLocalServer((request, response) => {
  const [, what, about = ''] = decodeURIComponent(request.url ?? '').split('/')
  response.end(JSON.stringify(what === 'pay' ? razorpay.pay(about).callback : { code: newestCode(about) }))
})

function newestCode(address: string): string | undefined {
  const mail = smtp.received.findLast((each) => each.includes(`To: ${address}`))
  return /one-time code is (\d{6})/.exec(mail ?? '')?.[1]
}

const [platform, own] = exchange.accounts
const world: OutsideWorld = {
  settings: {
    ANGEL_ONE_API_KEY: platform!.apiKey,
    ANGEL_ONE_CLIENT_CODE: platform!.clientCode,
    ANGEL_ONE_MPIN: platform!.mpin,
    ANGEL_ONE_TOTP_SECRET: platform!.totpSecret,
    ANGEL_ONE_URL: exchange.server.restUrl,
    ANGEL_ONE_FEED_URL: exchange.server.feedUrl,
    ANGEL_ONE_ORDERS_URL: exchange.server.orderUpdatesUrl,
    ANGEL_ONE_MASTER_URL: exchange.server.masterUrl,
    RAZORPAY_KEY_ID: razorpay.settings.keyId,
    RAZORPAY_KEY_SECRET: razorpay.settings.keySecret,
    RAZORPAY_URL: razorpay.settings.url,
    SMTP_URL: smtp.url,
  },
  account: {
    api_key: own!.apiKey,
    client_code: own!.clientCode,
    mpin: own!.mpin,
    totp_secret: own!.totpSecret,
  },
  customerUrl: customer.url,
}
writeFileSync(process.argv[2]!, JSON.stringify(world))
