import * as payments from '@trading-bot/contract/rest/billing/payments'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { downloadInvoice } from './download-invoice.ts'

export { invoiceNumber } from './invoice-number.ts'
export { type InvoiceSubject, issueInvoices } from './issue-invoices.ts'
export const invoiceRoutes = [bindRoute(payments.downloadInvoice, downloadInvoice)]
