// Every variable that the server reads, as its operator writes it.
import * as z from 'zod'

export const Environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Names the risk: a server that is not in production may answer to other machines. */
  ALLOW_PUBLIC_DEVELOPMENT: z.enum(['on', 'off']).default('off'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.string().optional(),
  /** Of the role that owns the tables: migrates, and grants the role of DATABASE_URL its part. */
  DATABASE_OWNER_URL: z.string().optional(),
  /** Both set by the supervisor that runs the embedded PostgreSQL. */
  EMBEDDED_DATABASE_URL: z.string().optional(),
  EMBEDDED_DATABASE_OWNER_URL: z.string().optional(),
  ROLE: z.enum(['all', 'api', 'engine', 'worker']).default('all'),
  DEMO: z.enum(['on', 'off']).default('on'),
  DEMO_SESSION_MINUTES: z.enum(['20', '30', '60']).default('60').transform(Number),
  PUBLIC_URL: z.url().optional(),
  SMTP_URL: z.string().optional(),
  /** Whom to tell about a weakness, as security.txt names it. */
  SECURITY_CONTACT: z.url().optional(),
  /** The e-mail address of the grievance officer, as the notices name it. */
  GRIEVANCE_CONTACT: z.email().optional(),
  MAIL_FROM: z.string().default('Trading Bot <no-reply@trading-bot.localhost>'),
  /** As BotFather issues it: the bot's number, a colon, its secret. */
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{3,}:[\w-]{30,}$/, 'it does not look like the token of a Telegram bot')
    .optional(),
  TELEGRAM_API_URL: z.url().default('https://api.telegram.org'),
  /** Whom alerts of failed programs reach; every administrator where neither address nor chat is set. */
  OPERATOR_EMAIL: z.email().optional(),
  /** The number of a chat, a group or a channel that the Telegram bot may write to. */
  OPERATOR_TELEGRAM_CHAT: z
    .string()
    .regex(/^-?\d{1,20}$/, 'it is the number of a chat')
    .optional(),
  OPERATOR_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPERATOR_WEBHOOK_SECRET: z.string().min(16).optional(),
  AUTH_SECRET: z.string().optional(),
  /** Former values, newest first, separated by commas: what they signed stays valid. */
  AUTH_SECRET_PREVIOUS: z.string().optional(),
  CREDENTIALS_KEY: z.string().optional(),
  METRICS_TOKEN: z.string().optional(),
  TRUST_PROXY: z.string().optional(),
  PAYMENTS: z.enum(['simulated', 'razorpay']).optional(),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  LIVE_TRADING: z.enum(['on', 'off']).default('off'),
  /** `public=own` pairs, for machines behind network address translation (NAT). */
  OUTBOUND_ADDRESSES: z.string().optional(),
  /** The platform's own broker account, the source of prices and candles. */
  ANGEL_ONE_API_KEY: z.string().optional(),
  ANGEL_ONE_CLIENT_CODE: z.string().optional(),
  ANGEL_ONE_MPIN: z.string().optional(),
  ANGEL_ONE_TOTP_SECRET: z.string().optional(),
  /** The platform's second account: prices come from it while the first is down. */
  ANGEL_ONE_SPARE_API_KEY: z.string().optional(),
  ANGEL_ONE_SPARE_CLIENT_CODE: z.string().optional(),
  ANGEL_ONE_SPARE_MPIN: z.string().optional(),
  ANGEL_ONE_SPARE_TOTP_SECRET: z.string().optional(),
  ANGEL_ONE_FEED_URL: z.url().default('wss://smartapisocket.angelone.in/smart-stream'),
  ANGEL_ONE_ORDERS_URL: z.url().default('wss://tns.angelone.in/smart-order-update'),
  ANGEL_ONE_MASTER_URL: z
    .url()
    .default('https://margincalculator.angelone.in/OpenAPI_File/files/OpenAPIScripMaster.json'),
  ANGEL_ONE_URL: z.url().default('https://apiconnect.angelone.in'),
  AWS_REGION: z.string().optional(),
  AWS_ENDPOINT_URL: z.url().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  SELLER_NAME: z.string().default('Trading Bot'),
  SELLER_ADDRESS: z.string().default(''),
  SELLER_STATE: z.string().default('Maharashtra'),
  GSTIN: z.string().default(''),
  SAC: z.string().default('998314'),
  RAZORPAY_URL: z.url().default('https://api.razorpay.com'),
  /** Scripts at once: tests and backtests, and live bots; without them by cores and memory. */
  SANDBOX_TESTS: z.coerce.number().int().min(1).max(1_000).optional(),
  SANDBOX_LIVE: z.coerce.number().int().min(1).max(10_000).optional(),
  /** A cgroup v2 folder that belongs to the product's user, for the memory of scripts. */
  SANDBOX_CGROUP: z.string().startsWith('/', 'it must be the absolute path of a cgroup').optional(),
  ALLOW_WEAK_SANDBOX: z.enum(['on', 'off']).default('off'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().default('trading-bot'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})
export type Environment = z.output<typeof Environment>
