import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** What answers carry; a page adds the nonce of its styles (serve-web.ts). */
export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  // A proxy in front may end TLS, so that what counts is the address of users, not the one this server listens on.
  const isHttps = config.publicUrl.startsWith('https:')
  await app.register(helmet, { contentSecurityPolicy: false, hsts: isHttps && { maxAge: YEAR_S } })
  const policy = contentPolicy(config)
  const permissions = permissionsPolicy(config)
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/assets/')) {
      for (const name of FOR_PAGES) reply.raw.removeHeader(name)
      return
    }
    reply.header('content-security-policy', policy)
    reply.header('permissions-policy', permissions)
    // Answers are about one person: no cache on the way keeps them, and none on a shared computer.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}

/**
 * What tells a browser how to treat a page says nothing about a script or a font: forty files of a screen would carry a
 * kilobyte of it each.
 */
const FOR_PAGES = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

const YEAR_S = 365 * 24 * 3600

/** What the provider's checkout needs: the hosts that the provider's own shop modules name. */
const CHECKOUT = {
  script: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  img: ['https://cdn.razorpay.com'],
  connect: ['https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com'],
  frame: ['https://api.razorpay.com'],
}
const NO_CHECKOUT: typeof CHECKOUT = { script: [], img: [], connect: [], frame: [] }

/** Our own origin only; the provider's checkout is allowed where the provider is real. */
export function contentPolicy({ payments }: Config, styleNonce?: string): string {
  const checkout = payments.kind === 'razorpay' ? CHECKOUT : NO_CHECKOUT
  const directives: readonly (readonly string[])[] = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...checkout.script],
    ['style-src', "'self'", ...(styleNonce === undefined ? [] : [`'nonce-${styleNonce}'`])],
    ['img-src', "'self'", 'data:', ...checkout.img],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...checkout.connect],
    ['frame-src', "'self'", ...checkout.frame],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    ['form-action', "'self'"],
  ]
  return directives.map((parts) => parts.join(' ')).join(';')
}

/** Off: everything that the product does not use. */
function permissionsPolicy({ payments }: Config): string {
  const payment = payments.kind === 'razorpay' ? '(self "https://api.razorpay.com")' : '()'
  const off = ['accelerometer', 'bluetooth', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid']
  const alsoOff = ['magnetometer', 'microphone', 'midi', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking']
  const own = ['clipboard-write', 'fullscreen', 'publickey-credentials-create', 'publickey-credentials-get']
  return [
    ...[...off, ...alsoOff].map((name) => `${name}=()`),
    ...own.map((name) => `${name}=(self)`),
    `payment=${payment}`,
  ].join(', ')
}
