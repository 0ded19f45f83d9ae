import type { TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { endOverdueBacktests, openSweepRunner, runBacktestJob, tidyOldSweeps } from './trading/strategies/index.ts'
import {
  mailFills,
  notifyUser,
  notifyOfSwitch,
  pauseOnRejections,
  sendSummaries,
} from './trading/bot-instances/index.ts'
import { tellOfHostingEnds } from './trading/hosting/index.ts'
import { checkSessions } from './trading/reality-checks/index.ts'
import { compareFeed, openHistoryFetcher } from './trading/market-data/index.ts'
import { warnOfUnknownYear } from './trading/market-calendar/index.ts'
import { compareBusiness, rollUpBusiness } from './billing/business/index.ts'
import { cancelAtProvider, pollMandates } from './billing/mandates/index.ts'
import {
  applyEvents,
  invoicePayments,
  openEventIntake,
  pollOrders,
  renewSubscriptions,
  sendRefund,
} from './billing/payments/index.ts'
import { tellOfArchive, tellOfPrices } from './billing/price-notices/index.ts'
import { openRenewals, runRenewals, tellOfTrials } from './billing/renewals/index.ts'
import { expireSubscriptions, remindOfPlanEnd } from './billing/subscriptions/index.ts'
import { listenToChats, openTelegramSender } from './accounts/notifications/index.ts'
import type { Deps } from './platform/http/context.ts'
import { openMailSender } from './platform/mail/send-mail.ts'
import { runBulk } from './operations/bulk/index.ts'
import { applyRetention } from './operations/retention/index.ts'
import { sealAndReport } from './operations/seals/index.ts'
import { expireMails } from './platform/mail/expire-mails.ts'
import { sendAuditHead, sendToWebhook } from './platform/providers/operator-webhook.ts'
import { runSimulatedBank } from './platform/providers/recurring/run-simulated-bank.ts'
import { openTelegramBot } from './platform/providers/telegram-bot.ts'
import { addJob } from './platform/jobs/add-job.ts'
import { recordLog } from './platform/logs/record-log.ts'
import { repeat } from './platform/jobs/repeat.ts'
import { type FailingJob, runJobs, type Schedule } from './platform/jobs/run-jobs.ts'

const RefundJob = z.object({ refundId: z.string() })
const MandateJob = z.object({ mandateId: z.string() })
const PlanJob = z.object({ planId: z.string() })
const BulkJob = z.object({ operationId: z.string() })
const MailJob = z.object({ mailId: z.string() })
const TelegramJob = z.object({ messageId: z.string() })

const SCHEDULE: Schedule = [
  { task: 'apply_retention', match: '17 * * * *' },
  { task: 'seal_history', match: '41 * * * *' },
  { task: 'expire_mails', match: '29 * * * *' },
  { task: 'warn_of_unknown_year', match: '5 * * * *' },
  { task: 'mail_fills', match: '*/15 * * * *' },
  { task: 'send_summaries', match: '*/5 * * * *' },
  { task: 'remind_of_plan_end', match: '11 * * * *' },
  { task: 'poll_orders', match: '* * * * *' },
  { task: 'run_renewals', match: '* * * * *' },
  { task: 'issue_invoices', match: '* * * * *' },
  { task: 'roll_up_business', match: '*/10 * * * *' },
  // Two o'clock at night in India.
  { task: 'compare_business', match: '33 20 * * *' },
  { task: 'sweep_subscriptions', match: '* * * * *' },
  { task: 'end_overdue_backtests', match: '* * * * *' },
  { task: 'tell_of_hosting_ends', match: '*/5 * * * *' },
  { task: 'check_sessions', match: '* * * * *' },
]

// Often enough that a broken broker costs seconds of entries; one short index scan each time.
const COUNT_REJECTIONS_MS = 5_000

/** Every background task of the server, by name. */
export async function startJobs(deps: Deps, pool: pg.Pool, log: Logger): Promise<{ stop: () => Promise<void> }> {
  const { db, config } = deps
  const mail = config.smtpUrl
    ? openMailSender(db, { smtpUrl: config.smtpUrl, from: config.mailFrom, sealKey: config.sealKey })
    : undefined
  const bot = config.telegram && openTelegramBot(config.telegram)
  const telegram = bot && openTelegramSender(deps, bot)
  // Where the broker's account is: another process leaves the job to this one.
  const past = deps.pastBars && { ...deps, pastBars: deps.pastBars }
  const fetcher = past && openHistoryFetcher(past)
  const jobs = await runJobs({
    pool,
    schedule: [...SCHEDULE, ...(past ? [{ task: 'compare_feed', match: '25 * * * *' }] : [])],
    log,
    onFailing: (failure) => reportFailing(deps, log, failure),
    tasks: {
      send_mail: async (payload) => mail?.send(MailJob.parse(payload).mailId),
      send_telegram: async (payload) => telegram?.send(TelegramJob.parse(payload).messageId),
      send_operator_webhook: async (payload) => sendToWebhook(config.operator.webhook, payload),
      mail_fills: async () => mailFills(deps),
      send_summaries: async () => sendSummaries(deps),
      remind_of_plan_end: async () => remindOfPlanEnd(deps),
      tell_switch: async (payload) => notifyOfSwitch(deps, payload),
      notify_user: async (payload) => notifyUser(deps, payload),
      ...(runsBacktests(config) && { run_backtest: async (payload) => runBacktestJob(deps, payload) }),
      end_overdue_backtests: async () => endOverdue(deps),
      ...billingTasks(deps),
      run_bulk: async (payload) => runBulk(deps, BulkJob.parse(payload).operationId),
      check_sessions: async () => checkSessions(deps),
      tell_of_hosting_ends: async () => tellOfHostingEnds(deps),
      warn_of_unknown_year: async () => warnOfUnknownYear(deps),
      ...(past &&
        fetcher && {
          fetch_history: fetcher.run,
          compare_feed: async () => compareFeed(past, fetcher.takeTurn),
        }),
      apply_retention: async () => applyRetention(deps),
      expire_mails: async () => expireMails(deps),
      seal_history: async () => sealAndReport(deps, log),
      send_audit_head: async (payload) => sendAuditHead(config.auditWebhook, payload),
    },
    ...(runsBacktests(config) && { heavyTasks: { run_sweep_chunk: openSweepRunner(deps).run } }),
  })
  const chats = bot && config.telegram && listenToChats({ deps, bot, settings: config.telegram, log }, pool)
  const pausing = repeat(
    COUNT_REJECTIONS_MS,
    () => pauseOnRejections(deps),
    (error) => log.error({ err: error }, 'rejected orders could not be counted'),
  )
  await addJobsOfStart(db)
  return {
    stop: async () => {
      await pausing.stop()
      await chats?.stop()
      await jobs.stop()
      mail?.close()
    },
  }
}

/** What moves money, or asks whether some has moved. */
function billingTasks(deps: Deps): TaskList {
  return {
    send_refund: async (payload) => sendRefund(deps, RefundJob.parse(payload).refundId),
    apply_payment_events: async () => applyEvents(deps),
    issue_invoices: async () => invoicePayments(deps),
    roll_up_business: async () => rollUpBusiness(deps),
    compare_business: async () => compareBusiness(deps),
    poll_orders: async () => pollOrders(deps),
    run_renewals: async () => renewByMandate(deps),
    tell_of_prices: async () => tellOfPrices(deps),
    tell_of_archive: async (payload) => tellOfArchive(deps, PlanJob.parse(payload).planId),
    cancel_mandate: async (payload) => cancelAtProvider(deps, MandateJob.parse(payload).mandateId),
    sweep_subscriptions: async () => sweepSubscriptions(deps),
  }
}

/** What ended, or was recorded, while no process ran is taken up now and not at its next time. */
async function addJobsOfStart(db: Deps['db']): Promise<void> {
  await addJob(db, 'sweep_subscriptions', {}, 'sweep-at-start')
  await addJob(db, 'end_overdue_backtests', {}, 'backtests-at-start')
  await addJob(db, 'seal_history', {}, 'seal-at-start')
  await addJob(db, 'roll_up_business', {}, 'business-at-start')
}

/** An engine leaves to the workers what keeps a processor busy for seconds: its orders would wait for it. */
function runsBacktests({ role }: Deps['config']): boolean {
  return role === 'all' || role === 'worker'
}

async function endOverdue(deps: Deps): Promise<void> {
  await endOverdueBacktests(deps)
  await tidyOldSweeps(deps)
}

/** Administrators read in the system log which job fails, and why. */
function reportFailing({ db, clock }: Deps, log: Logger, { task, reason, isFinal }: FailingJob): void {
  const message = isFinal ? `The job ${task} failed for good: ${reason}` : `The job ${task} keeps failing: ${reason}`
  recordLog(db, clock.now(), { level: 'ERROR', category: 'system', message: message.slice(0, 500) }).catch(
    (error: unknown) => log.error({ err: error }, message),
  )
}

/** The simulated bank first: what it has decided is then known. */
async function renewByMandate(deps: Deps): Promise<void> {
  if (deps.payments?.isSimulated) await runSimulatedBank(deps.db, deps.clock, openEventIntake(deps).store)
  await pollMandates(deps)
  await runRenewals(deps)
}

/** Renewals first: what renews does not expire. */
async function sweepSubscriptions(deps: Deps): Promise<void> {
  await openRenewals(deps)
  await tellOfTrials(deps)
  await renewSubscriptions(deps)
  await expireSubscriptions(deps)
}
