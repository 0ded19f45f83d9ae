// Every variable that the server reads, as its operator writes it. The settings table and .env.example are generated from
// this file and the parts it takes in (npm run settings), so each variable says who has to think about it and what it does.
import * as z from 'zod'
import { COMPLIANCE_VARIABLES } from './compliance-variables.ts'
import { DATABASE_VARIABLES } from './database-variables.ts'
import { OutboundAddresses } from './outbound-addresses.ts'
import { SCRIPT_VARIABLES } from './script-variables.ts'
import { settingsGroup } from './settings-group.ts'

/** What a process does; deploy/ starts one or more of each. */
export const ROLES = ['all', 'api', 'engine', 'feed', 'worker'] as const

const server = settingsGroup('Server')
const bus = settingsGroup('Bus')
const demo = settingsGroup('Demo')
const secrets = settingsGroup('Secrets')
const mail = settingsGroup('Mail and contacts')
const alerts = settingsGroup("Operator's alerts")
const payments = settingsGroup('Payments and invoices')
const off = () => z.enum(['on', 'off']).default('off')
const broker = settingsGroup('Broker and prices')
const aws = settingsGroup('AWS')
const traces = settingsGroup('Traces')

export const Environment = z.object({
  NODE_ENV: server(
    z.string().default('development'),
    'everyone',
    '`production` switches the demo off, asks for every secret and refuses what would be a weakness in public.',
  ),
  ROLE: server(
    z.enum(ROLES).default('all'),
    'everyone',
    'What this process does: `api` answers browsers, `engine` trades, `feed` shares prices, `worker` runs jobs, `all` does everything.',
  ),
  HOST: server(
    z.string().default('127.0.0.1'),
    'everyone',
    'The address to listen on. Off loopback the server must be in production, or ALLOW_PUBLIC_DEVELOPMENT be on.',
  ),
  PORT: server(z.coerce.number().int().min(0).max(65_535).default(3000), 'everyone', 'The port to listen on.'),
  PUBLIC_URL: server(
    z.url().optional(),
    'production',
    'The address at which users reach the server, with https. Links in mails are built from it.',
  ),
  TRUST_PROXY: server(
    z.string().optional(),
    'behind a proxy',
    'The proxies in front whose X-Forwarded-For counts: addresses or networks, separated by commas.',
  ),
  DATA_DIR: server(
    z.string().default('.data'),
    'everyone',
    'The folder of the embedded database, generated secrets and other files of this machine.',
  ),
  LOG_LEVEL: server(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    'everyone',
    'How much is logged to standard output, as JSON lines.',
  ),
  METRICS_TOKEN: server.secret(
    z.string().optional(),
    'monitoring',
    'The bearer token of /metrics; needed off loopback, behind a proxy and in production. At least 16 random characters.',
  ),
  ALLOW_PUBLIC_DEVELOPMENT: server(
    off(),
    'developers',
    'On lets a server that is not in production answer to other machines, with generated secrets and checks off.',
  ),

  ...DATABASE_VARIABLES,

  NATS_URL: bus.secret(
    z
      .string()
      .regex(
        /^(nats|tls):\/\/[^,]+(,(nats|tls):\/\/[^,]+)*$/,
        'it is one or more addresses such as nats://127.0.0.1:4222',
      )
      .optional(),
    'several processes',
    'NATS, over which processes share prices and changes: nats:// on this machine, tls:// to any other, with the user and password of the role (needed in production and off this machine); several servers of one cluster separated by commas. The feed role needs it. Without it every engine has its own connection for prices.',
  ),
  NATS_CA_FILE: bus(
    z.string().optional(),
    'several processes',
    'The certificate, in PEM, of who signed those of the NATS servers, where that is no known authority.',
  ),

  DEMO: demo(
    z.enum(['on', 'off']).default('on'),
    'the demo',
    'Off starts an empty product. There is no demo in production, off loopback or on an own database.',
  ),
  DEMO_SESSION_MINUTES: demo(
    z.enum(['20', '30', '60']).default('60').transform(Number),
    'the demo',
    "How long a session of the demo's market lasts; its daily limits and reality checks end with it.",
  ),
  DEMO_PACE: demo(
    z.coerce.number().int().min(1).max(30).default(1),
    'the demo',
    "How many times faster than the clock the demo's market runs, for tests that would wait for minutes to end.",
  ),

  AUTH_SECRET: secrets.secret(
    z.string().optional(),
    'production',
    'Signs sessions: 32 random bytes in base64 (`openssl rand -base64 32`). Generated under DATA_DIR outside production.',
  ),
  AUTH_SECRET_PREVIOUS: secrets.secret(
    z.string().optional(),
    'key rotation',
    'Former values, newest first, separated by commas: what they signed stays valid until they are removed.',
  ),
  CREDENTIALS_KEY: secrets.secret(
    z.string().optional(),
    'production',
    'Seals stored broker credentials and mails: 32 random bytes in base64, different from AUTH_SECRET.',
  ),

  SMTP_URL: mail.secret(
    z.string().optional(),
    'production',
    'The mail server, such as smtps://user:password@mail.example.in. Without it mails are kept and not sent.',
  ),
  MAIL_FROM: mail(
    z.string().default('Trading Bot <no-reply@trading-bot.localhost>'),
    'with SMTP_URL',
    'The sender of mails.',
  ),
  SECURITY_CONTACT: mail(
    z.url().optional(),
    'production',
    'Whom /.well-known/security.txt names; mailto:security@ the public host without it.',
  ),
  GRIEVANCE_CONTACT: mail(
    z.email().optional(),
    'production',
    'The e-mail address of the grievance officer on the legal pages; grievance@ the public host without it.',
  ),
  TELEGRAM_BOT_TOKEN: mail.secret(
    z
      .string()
      .regex(/^\d{3,}:[\w-]{30,}$/, 'it does not look like the token of a Telegram bot')
      .optional(),
    'Telegram',
    'The token of a Telegram bot as BotFather issues it; users link their chats to it. Without it nothing of Telegram runs.',
  ),
  TELEGRAM_API_URL: mail(z.url().default('https://api.telegram.org'), 'tests', "Telegram's address."),

  OPERATOR_EMAIL: alerts(
    z.email().optional(),
    'operators',
    'Whom alerts reach by mail; every administrator where neither address nor chat is set.',
  ),
  OPERATOR_TELEGRAM_CHAT: alerts(
    z
      .string()
      .regex(/^-?\d{1,20}$/, 'it is the number of a chat')
      .optional(),
    'operators',
    'The number of a chat, group or channel that the Telegram bot may write to.',
  ),
  OPERATOR_WEBHOOK_URL: alerts.secret(
    z.url({ protocol: /^https?$/ }).optional(),
    'operators',
    'A URL that gets every alert as JSON.',
  ),
  OPERATOR_WEBHOOK_SECRET: alerts.secret(
    z.string().min(16).optional(),
    'with OPERATOR_WEBHOOK_URL',
    'Signs what is sent to the webhook, in the header x-signature.',
  ),
  AUDIT_WEBHOOK_URL: alerts.secret(
    z.url({ protocol: /^https?$/ }).optional(),
    'operators',
    'A URL that gets the newest seal of the audit and of the orders as JSON, every hour. Whoever keeps them shows later that nothing was rewritten.',
  ),

  PAYMENTS: payments(
    z.enum(['simulated', 'razorpay']).optional(),
    'developers',
    '`simulated` takes test money; not in production.',
  ),
  RAZORPAY_KEY_ID: payments(z.string().optional(), 'payments', 'The key of the Razorpay account.'),
  RAZORPAY_KEY_SECRET: payments.secret(z.string().optional(), 'payments', 'The secret of that key.'),
  RAZORPAY_WEBHOOK_SECRET: payments.secret(
    z.string().optional(),
    'payments',
    "Signs Razorpay's webhooks; at least 24 random characters in production.",
  ),
  RAZORPAY_URL: payments(z.url().default('https://api.razorpay.com'), 'tests', "Razorpay's address."),
  RAZORPAY_RECURRING: payments(off(), 'payments', '`on`: renewal by mandate, once Razorpay allows it to the account.'),
  RAZORPAY_UNIQUE_RECEIPT: payments(off(), 'payments', '`on`: a repeated receipt gets the same order. Try it first.'),
  SELLER_NAME: payments(z.string().default('Trading Bot'), 'payments', 'The seller on invoices.'),
  SELLER_ADDRESS: payments(z.string().default(''), 'payments', "The seller's address on invoices."),
  SELLER_STATE: payments(
    z.string().default('Maharashtra'),
    'payments',
    "The seller's state, by name or GST code: it decides between CGST with SGST and IGST.",
  ),
  GSTIN: payments(
    z.string().default(''),
    'payments',
    "The seller's GST number; it begins with the code of SELLER_STATE.",
  ),
  SAC: payments(z.string().default('998314'), 'payments', 'The service accounting code on invoices.'),

  ANGEL_ONE_API_KEY: broker.secret(
    z.string().optional(),
    'engine',
    "The platform's own Angel One account: prices come over it, and without it nothing is traded. All four or none.",
  ),
  ANGEL_ONE_CLIENT_CODE: broker(z.string().optional(), 'engine', 'The client code of that account.'),
  ANGEL_ONE_MPIN: broker.secret(z.string().optional(), 'engine', 'The PIN of that account.'),
  ANGEL_ONE_TOTP_SECRET: broker.secret(z.string().optional(), 'engine', "The secret of that account's one-time codes."),
  ANGEL_ONE_SPARE_API_KEY: broker.secret(
    z.string().optional(),
    'engine',
    'A second account: prices and candles come over it while the first is down. All four or none.',
  ),
  ANGEL_ONE_SPARE_CLIENT_CODE: broker(z.string().optional(), 'engine', 'The client code of the second account.'),
  ANGEL_ONE_SPARE_MPIN: broker.secret(z.string().optional(), 'engine', 'The PIN of the second account.'),
  ANGEL_ONE_SPARE_TOTP_SECRET: broker.secret(
    z.string().optional(),
    'engine',
    "The secret of the second account's one-time codes.",
  ),
  ANGEL_ONE_URL: broker(z.url().default('https://apiconnect.angelone.in'), 'tests', "The broker's REST address."),
  ANGEL_ONE_FEED_URL: broker(
    z.url().default('wss://smartapisocket.angelone.in/smart-stream'),
    'tests',
    "The broker's price feed.",
  ),
  ANGEL_ONE_ORDERS_URL: broker(
    z.url().default('wss://tns.angelone.in/smart-order-update'),
    'tests',
    "The broker's order updates.",
  ),
  ANGEL_ONE_MASTER_URL: broker(
    z.url().default('https://margincalculator.angelone.in/OpenAPI_File/files/OpenAPIScripMaster.json'),
    'tests',
    "The broker's daily list of instruments.",
  ),
  LIVE_TRADING: broker(
    off(),
    'engine',
    'On lets users trade with real money, once an administrator has released the bot, its algo id is entered and the account has its outbound address.',
  ),
  OUTBOUND_ADDRESSES: broker.secret(
    OutboundAddresses,
    'engine',
    "Registered addresses that this machine does not have itself, separated by commas: `203.0.113.7=10.0.0.5` where a translation puts the first in the place of the machine's own, `203.0.113.8=http://user:password@10.0.0.9:3128` where calls leave through a forward proxy; other characters than letters and digits of a password percent-encoded.",
  ),
  ENGINE_ZONE: broker(
    z.string().trim().max(64).optional(),
    'engine',
    'Where the engine stands, such as a data centre, for the operator to see.',
  ),
  ENGINE_CAPACITY: broker(
    z.coerce.number().int().min(1).max(100).default(1),
    'engine',
    'How many parts of the accounts this engine takes where one of capacity 1 takes one: 2 on a machine twice as fast.',
  ),
  ENGINE_JOURNAL: broker(
    z
      .string()
      .regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/, 'Give the ids of users, separated by commas.')
      .optional(),
    'a support case',
    'Users (their ids, separated by commas) whose accounts write all their inputs to DATA_DIR/journals; `npm run replay` steps through them again. It grows with every price that matters: set it for a support case only.',
  ),

  ...COMPLIANCE_VARIABLES,

  ...SCRIPT_VARIABLES,

  AWS_REGION: aws(
    z.string().optional(),
    'AWS',
    "The region of the instances that the administrator sees, instead of the platform's own machines.",
  ),
  AWS_ACCESS_KEY_ID: aws(z.string().optional(), 'AWS', 'The key of the AWS account.'),
  AWS_SECRET_ACCESS_KEY: aws.secret(z.string().optional(), 'AWS', 'The secret of that key.'),
  AWS_ENDPOINT_URL: aws(z.url().optional(), 'tests', "The address of AWS's API."),

  OTEL_EXPORTER_OTLP_ENDPOINT: traces(
    z.url({ protocol: /^https?$/ }).optional(),
    'monitoring',
    'A collector that gets one trace for each order over OTLP/HTTP. Without it nothing is traced.',
  ),
  OTEL_SERVICE_NAME: traces(
    z.string().default('trading-bot'),
    'with OTEL_EXPORTER_OTLP_ENDPOINT',
    "The service's name in traces.",
  ),
  OTEL_TRACES_SAMPLER_ARG: traces(
    z.coerce.number().min(0).max(1).default(1),
    'with OTEL_EXPORTER_OTLP_ENDPOINT',
    'The share of orders that is traced, from 0 to 1.',
  ),
})
export type Environment = z.output<typeof Environment>
