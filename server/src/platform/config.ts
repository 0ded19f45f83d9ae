// The environment, parsed once. Production refuses to start when a secret is missing or weak, and names it.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import path from 'node:path'
import { defaultPlaces } from '@trading-bot/engine/sandbox/sandbox-places'
import type { AwsSettings } from './providers/aws-machines.ts'
import { type AuthKeys, authKeys } from './security/auth-keys.ts'
import { findGstState, type GstState } from '@trading-bot/contract/rest/billing/gst-states'
import type { WebhookSettings } from './providers/operator-webhook.ts'
import type { TraceSettings } from './telemetry/trace-orders.ts'
import { type BusSettings, busSettings } from './bus/bus-settings.ts'
import { type ComplianceSettings, complianceSettings } from './compliance-settings.ts'
import { ConfigError } from './config-error.ts'
import { type DatabaseSettings, databaseSettings } from './database-settings.ts'
import { Environment } from './environment.ts'
import { type PaymentSettings, paymentSettings } from './payment-settings.ts'

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1']

// A proxy that asks every two or three seconds has seen by then that this process is not ready.
const LEAVE_MS = 3_000

export type Config = DatabaseSettings & {
  readonly production: boolean
  readonly demo: boolean
  /** How long a session of the demo's market lasts: the hour, or a part of it, so that its end need not be waited for. */
  readonly demoSessionMinutes: number
  /** How many times faster than the clock the demo's market runs. */
  readonly demoPace: number
  readonly host: string
  readonly port: number
  readonly isLoopback: boolean
  readonly dataDir: string
  readonly role: 'all' | 'api' | 'engine' | 'feed' | 'worker'
  /** For so long a process that ends still takes new connections, so that its proxy learns of it. */
  readonly leaveMs: number
  /** The bus between processes; undefined where each keeps to itself. */
  readonly bus: BusSettings | undefined
  readonly publicUrl: string
  readonly securityContact: string
  readonly grievanceEmail: string
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** The Telegram bot that sends notifications; undefined when none is configured. */
  readonly telegram: TelegramSettings | undefined
  /** Whom alerts reach besides or instead of the administrators. */
  readonly operator: OperatorSettings
  /** Gets the newest seal of each chain, to be kept outside the database; undefined for none. */
  readonly auditWebhook: string | undefined
  readonly authKeys: AuthKeys
  readonly sealKey: Buffer
  readonly metricsToken: string | undefined
  readonly trustProxy: string | undefined
  readonly payments: PaymentSettings
  /** The broker's REST root; the demo runs its own simulated exchange. */
  readonly angelOneUrl: string
  /** The broker's daily list of instruments. */
  readonly angelOneMasterUrl: string
  readonly angelOneFeedUrl: string
  readonly angelOneOrdersUrl: string
  /** Undefined when there is no price source; then nothing is traded. */
  readonly marketAccount: MarketAccount | undefined
  /** Prices come from this account while the first is down. */
  readonly spareMarketAccount: MarketAccount | undefined
  /** Allows orders with real money; off unless the operator meets the regulatory requirements. */
  readonly liveTrading: boolean
  /** Under which rules of the market this installation does business. */
  readonly compliance: ComplianceSettings
  /** Registered addresses that this machine does not have itself, and how calls leave by them. */
  readonly outboundAddresses: Environment['OUTBOUND_ADDRESSES']
  /** What this process's engine announces of itself. */
  readonly engine: { readonly zone: string | null; readonly capacity: number }
  /** Users whose accounts write their inputs to a journal. */
  readonly journalUsers: readonly string[]
  /** The AWS account of the instances; undefined shows the platform's own machines. */
  readonly aws: AwsSettings | undefined
  readonly seller: Seller
  readonly sandbox: SandboxSettings
  /** Undefined for no traces. */
  readonly tracing: TraceSettings | undefined
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

export type SandboxSettings = {
  readonly places: { readonly live: number; readonly test: number }
  readonly cgroup: string | undefined
  readonly allowsWeakSandbox: boolean
  readonly libraries: { readonly folder: string | undefined; readonly extraLock: string | undefined }
}

/** The number before the colon identifies the bot and is not a secret. */
export type TelegramSettings = { readonly apiUrl: string; readonly token: string; readonly botId: string }

export type OperatorSettings = {
  readonly email: string | undefined
  readonly telegramChat: string | undefined
  readonly webhook: WebhookSettings | undefined
}

type MarketAccount = {
  readonly apiKey: string
  readonly clientCode: string
  readonly mpin: string
  readonly totpSecret: string
}

/** The seller on the invoices. */
export type Seller = {
  readonly name: string
  readonly address: string
  readonly state: GstState
  readonly gstin: string
  readonly sac: string
}

export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigError(`The environment variable ${issue?.path.join('.')} is not usable: ${issue?.message}.`)
  }
  const env = parsed.data
  const production = env.NODE_ENV === 'production'
  const isLoopback = LOOPBACK_HOSTS.includes(env.HOST)
  const address = publicUrl(env.PUBLIC_URL, { production, port: env.PORT })
  if (production) checkProduction(env)
  else if (!isLoopback && env.ALLOW_PUBLIC_DEVELOPMENT !== 'on') throw new ConfigError(PUBLIC_DEVELOPMENT)
  const keys = authKeys(
    secret('AUTH_SECRET', env.AUTH_SECRET, { production, dataDir: env.DATA_DIR }),
    formerSecrets('AUTH_SECRET_PREVIOUS', env.AUTH_SECRET_PREVIOUS),
  )
  const isDemo = isLoopback && !env.DATABASE_URL && !production && env.DEMO === 'on'
  return {
    production,
    demo: isDemo,
    demoSessionMinutes: env.DEMO_SESSION_MINUTES,
    demoPace: env.DEMO_PACE,
    host: env.HOST,
    port: env.PORT,
    isLoopback,
    dataDir: path.resolve(env.DATA_DIR),
    ...requireDatabase(env),
    role: env.ROLE,
    leaveMs: production && env.ROLE === 'api' ? LEAVE_MS : 0,
    bus: busSettings(env, keys, production),
    publicUrl: address,
    securityContact: env.SECURITY_CONTACT ?? `mailto:security@${new URL(address).hostname}`,
    grievanceEmail: env.GRIEVANCE_CONTACT ?? `grievance@${new URL(address).hostname}`,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    telegram: telegramSettings(env),
    operator: operatorSettings(env),
    auditWebhook: env.AUDIT_WEBHOOK_URL,
    authKeys: keys,
    sealKey: secret('CREDENTIALS_KEY', env.CREDENTIALS_KEY, { production, dataDir: env.DATA_DIR }),
    metricsToken: env.METRICS_TOKEN,
    trustProxy: env.TRUST_PROXY,
    payments: paymentSettings(env, isDemo),
    ...brokerSettings(env),
    compliance: complianceSettings(env, isDemo),
    aws: awsSettings(env),
    seller: {
      name: env.SELLER_NAME,
      address: env.SELLER_ADDRESS,
      state: sellerState(env.SELLER_STATE, env.GSTIN),
      gstin: env.GSTIN,
      sac: env.SAC,
    },
    sandbox: sandboxSettings(env),
    tracing: traceSettings(env),
    logLevel: env.LOG_LEVEL,
  }
}

function brokerSettings(env: Environment) {
  return {
    angelOneUrl: env.ANGEL_ONE_URL.replace(/\/$/, ''),
    angelOneMasterUrl: env.ANGEL_ONE_MASTER_URL,
    angelOneFeedUrl: env.ANGEL_ONE_FEED_URL,
    angelOneOrdersUrl: env.ANGEL_ONE_ORDERS_URL,
    marketAccount: marketAccount(env, 'ANGEL_ONE'),
    spareMarketAccount: spareMarketAccount(env),
    liveTrading: env.LIVE_TRADING === 'on',
    outboundAddresses: env.OUTBOUND_ADDRESSES,
    engine: { zone: env.ENGINE_ZONE ?? null, capacity: env.ENGINE_CAPACITY },
    journalUsers: env.ENGINE_JOURNAL?.split(',') ?? [],
  }
}

function requireDatabase(env: Environment): DatabaseSettings {
  const database = databaseSettings(env)
  if (!database) throw new ConfigError('No database: start with npm start, or set DATABASE_URL.')
  return database
}

function sandboxSettings(env: Environment): SandboxSettings {
  const allowsWeakSandbox = env.ALLOW_WEAK_SANDBOX === 'on'
  if (allowsWeakSandbox && env.NODE_ENV === 'production') {
    throw new ConfigError("ALLOW_WEAK_SANDBOX=on is not for production: scripts could read this machine's files.")
  }
  const byMachine = defaultPlaces(availableParallelism(), totalmem())
  const places = { live: env.SANDBOX_LIVE ?? byMachine.live, test: env.SANDBOX_TESTS ?? byMachine.test }
  const libraries = { folder: env.AUTHOR_LIBRARIES, extraLock: env.AUTHOR_LIBRARIES_LOCK }
  return { places, cgroup: env.SANDBOX_CGROUP, allowsWeakSandbox, libraries }
}

function traceSettings(env: Environment): TraceSettings | undefined {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '')
  return endpoint ? { endpoint, serviceName: env.OTEL_SERVICE_NAME, share: env.OTEL_TRACES_SAMPLER_ARG } : undefined
}

function telegramSettings(env: Environment): TelegramSettings | undefined {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: url } = env
  return token ? { apiUrl: url.replace(/\/$/, ''), token, botId: token.split(':')[0] ?? '' } : undefined
}

function operatorSettings(env: Environment): OperatorSettings {
  const { OPERATOR_EMAIL, OPERATOR_TELEGRAM_CHAT, OPERATOR_WEBHOOK_URL: url, OPERATOR_WEBHOOK_SECRET } = env
  if (OPERATOR_TELEGRAM_CHAT && !env.TELEGRAM_BOT_TOKEN)
    throw new ConfigError('OPERATOR_TELEGRAM_CHAT is set without TELEGRAM_BOT_TOKEN: no bot could write to it.')
  const webhook = url === undefined ? undefined : { url, secret: OPERATOR_WEBHOOK_SECRET }
  return { email: OPERATOR_EMAIL, telegramChat: OPERATOR_TELEGRAM_CHAT, webhook }
}

/** All four or none: half an account is a mistake that would only show at 9:15. */
function marketAccount(env: Environment, prefix: 'ANGEL_ONE' | 'ANGEL_ONE_SPARE'): MarketAccount | undefined {
  const given = {
    [`${prefix}_API_KEY`]: env[`${prefix}_API_KEY`],
    [`${prefix}_CLIENT_CODE`]: env[`${prefix}_CLIENT_CODE`],
    [`${prefix}_MPIN`]: env[`${prefix}_MPIN`],
    [`${prefix}_TOTP_SECRET`]: env[`${prefix}_TOTP_SECRET`],
  }
  const [apiKey, clientCode, mpin, totpSecret] = Object.values(given)
  if (apiKey && clientCode && mpin && totpSecret) return { apiKey, clientCode, mpin, totpSecret }
  const missing = Object.entries(given).filter(([, value]) => !value)
  if (missing.length === 4) return undefined
  const names = missing.map(([name]) => name).join(' and ')
  throw new ConfigError(`The ${prefix}_* account is incomplete: ${names} missing. Set all four, or none.`)
}

function spareMarketAccount(env: Environment): MarketAccount | undefined {
  const spare = marketAccount(env, 'ANGEL_ONE_SPARE')
  if (!spare) return undefined
  if (!env.ANGEL_ONE_CLIENT_CODE)
    throw new ConfigError('ANGEL_ONE_SPARE_* is set without a primary ANGEL_ONE_* account.')
  if (spare.clientCode === env.ANGEL_ONE_CLIENT_CODE)
    throw new ConfigError(
      'ANGEL_ONE_SPARE_CLIENT_CODE equals ANGEL_ONE_CLIENT_CODE: the spare must be a different account.',
    )
  return spare
}

/** All three or none: half a configuration would show the wrong machines. */
function awsSettings(env: Environment): AwsSettings | undefined {
  const { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL } = env
  if (AWS_REGION && AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY) {
    const keys = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY }
    return { region: AWS_REGION, endpoint: AWS_ENDPOINT_URL, ...keys }
  }
  // Many shells export a region, so a region alone does not ask for AWS.
  if (AWS_ACCESS_KEY_ID === undefined && AWS_SECRET_ACCESS_KEY === undefined) return undefined
  const given = Object.entries({ AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY })
  const missing = given.filter(([, value]) => value === undefined).map(([name]) => name)
  throw new ConfigError(`The AWS settings are incomplete: ${missing.join(' and ')} missing.`)
}

/** Accepts the name or the GST code; a GSTIN begins with the code of its state. */
function sellerState(text: string, gstin: string): GstState {
  const state = findGstState(text)
  if (!state) throw new ConfigError(`SELLER_STATE is not a state of India: ${text}.`)
  if (gstin !== '' && !gstin.startsWith(state)) {
    throw new ConfigError(`GSTIN ${gstin} does not belong to SELLER_STATE ${text}: it would begin with ${state}.`)
  }
  return state
}

const PUBLIC_DEVELOPMENT =
  'HOST is not this machine alone, and NODE_ENV is not production: secrets would be generated and checks be off in public. Set NODE_ENV=production, or ALLOW_PUBLIC_DEVELOPMENT=on.'
// As long as a signature's own strength, so that the secret is not what is guessed.
const WEBHOOK_SECRET_LENGTH = 24

/** What would be a weakness in public and is none on a developer's machine. */
function checkProduction(env: Environment): void {
  const { AUTH_SECRET, CREDENTIALS_KEY, METRICS_TOKEN, RAZORPAY_WEBHOOK_SECRET: webhook, PUBLIC_URL } = env
  if (PUBLIC_URL !== undefined && !PUBLIC_URL.startsWith('https://'))
    throw new ConfigError('PUBLIC_URL must begin with https:// in production: passwords and tokens travel to it.')
  const secrets = { AUTH_SECRET, CREDENTIALS_KEY, METRICS_TOKEN, RAZORPAY_WEBHOOK_SECRET: webhook }
  const seen = new Map<string, string>()
  for (const [name, value] of Object.entries(secrets)) {
    if (value === undefined) continue
    const other = seen.get(value)
    if (other) throw new ConfigError(`${name} and ${other} are the same: each secret needs a value of its own.`)
    seen.set(value, name)
  }
  if (webhook !== undefined && (webhook.length < WEBHOOK_SECRET_LENGTH || new Set(webhook).size < 8))
    throw new ConfigError(
      `RAZORPAY_WEBHOOK_SECRET is weak: whoever guesses it gives plans away. Use at least ${WEBHOOK_SECRET_LENGTH} random characters, at Razorpay too.`,
    )
  if (METRICS_TOKEN !== undefined && METRICS_TOKEN.length < 16)
    throw new ConfigError('METRICS_TOKEN is weak: use at least 16 random characters.')
}

// Links in mails are built from this, never from the request's Host header.
function publicUrl(given: string | undefined, where: { production: boolean; port: number }): string {
  if (given) return given.replace(/\/$/, '')
  if (where.production) throw new ConfigError('PUBLIC_URL is missing: the address at which users reach this server.')
  return `http://localhost:${where.port}`
}

/** 32 bytes in base64; outside production one is generated once and kept under DATA_DIR, readable by the owner only. */
function secret(name: string, given: string | undefined, where: { production: boolean; dataDir: string }): Buffer {
  if (given !== undefined) return decodeSecret(name, given)
  if (where.production) {
    throw new ConfigError(`${name} is missing: set it to 32 random bytes in base64 (openssl rand -base64 32).`)
  }
  const file = path.join(where.dataDir, 'secrets', name.toLowerCase())
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    // "wx": when two processes start at the same time, one writes and both read the same secret.
    try {
      writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return decodeSecret(name, readFileSync(file, 'utf8').trim())
}

function formerSecrets(name: string, given: string | undefined): Buffer[] {
  return (given ?? '').split(',').flatMap((text) => (text.trim() === '' ? [] : [decodeSecret(name, text.trim())]))
}

export function decodeSecret(name: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  const isWeak = bytes.length !== 32 || new Set(bytes).size < 8
  if (isWeak) throw new ConfigError(`${name} is weak: set it to 32 random bytes in base64 (openssl rand -base64 32).`)
  return bytes
}
