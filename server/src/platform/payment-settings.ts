import { ConfigError } from './config-error.ts'
import type { Environment } from './environment.ts'

export type PaymentSettings =
  | { readonly kind: 'simulated' }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'razorpay'
      readonly url: string
      readonly keyId: string
      readonly keySecret: string
      readonly webhookSecret: string | undefined
      readonly recurring?: boolean
      readonly uniqueReceipt?: boolean
    }

/** Simulated payments exist in the demo, or on request outside production; placeholder keys count as missing. */
export function paymentSettings(env: Environment, isDemo: boolean): PaymentSettings {
  if (env.PAYMENTS === 'simulated' && env.NODE_ENV === 'production') {
    throw new ConfigError('PAYMENTS=simulated is not for production: it would give plans away.')
  }
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = env
  const hasKeys = /^rzp_(test|live)_\w{8,}$/.test(keyId ?? '') && (keySecret ?? '').length >= 8
  if (keyId && keySecret && hasKeys && env.PAYMENTS !== 'simulated') {
    const [recurring, uniqueReceipt] = [env.RAZORPAY_RECURRING === 'on', env.RAZORPAY_UNIQUE_RECEIPT === 'on']
    const url = env.RAZORPAY_URL.replace(/\/$/, '')
    return { kind: 'razorpay', url, keyId, keySecret, webhookSecret, recurring, uniqueReceipt }
  }
  return { kind: isDemo || env.PAYMENTS === 'simulated' ? 'simulated' : 'none' }
}
