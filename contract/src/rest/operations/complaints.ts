// The register of complaints, which every answer of the grievance officer goes through.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ById, dayInput, Id, Message, paging, required, Time } from '../shapes.ts'

export const ComplaintCategory = z.enum(
  ['orders', 'money', 'account', 'data', 'claims', 'other'],
  'Choose what it is about',
)
export type ComplaintCategory = z.infer<typeof ComplaintCategory>

export const COMPLAINT_CATEGORY_WORDS: Readonly<Record<ComplaintCategory, string>> = {
  orders: 'Orders and trades',
  money: 'Payments and refunds',
  account: 'Account and sign-in',
  data: 'Personal data',
  claims: 'Advertising and claims',
  other: 'Something else',
}

/** How it reached us. */
export const ComplaintChannel = z.enum(['platform', 'mail', 'phone', 'letter', 'regulator'], 'Choose how it came')
export type ComplaintChannel = z.infer<typeof ComplaintChannel>

const Text = required('Say what happened', { max: 4000, hasLines: true })

const fields = {
  id: Id,
  /** By which both sides refer to it. */
  number: z.int(),
  category: ComplaintCategory,
  text: z.string(),
  received_at: Time,
  due_at: Time,
  answer: z.nullable(z.string()),
  answered_at: z.nullable(Time),
}

/** As its complainant sees it. */
export const OwnComplaint = z.object(fields)
export type OwnComplaint = z.infer<typeof OwnComplaint>

export const Complaint = z.object({
  ...fields,
  user_id: z.nullable(Id),
  name: z.string(),
  contact: z.string(),
  channel: ComplaintChannel,
  answered_by: z.nullable(z.string()),
  is_overdue: z.boolean(),
})
export type Complaint = z.infer<typeof Complaint>

/** Also the form’s schema. */
export const FileComplaint = z.strictObject({ category: ComplaintCategory, text: Text })

export const fileComplaint = call({
  method: 'POST',
  path: '/complaints/',
  access: 'signed-in',
  summary: 'Complain: it is entered in the register, confirmed by mail and answered within 30 days.',
  body: FileComplaint,
  answer: OwnComplaint,
  status: 201,
})

export const listOwnComplaints = call({
  method: 'GET',
  path: '/complaints/',
  access: 'signed-in',
  summary: 'Your complaints with their answers, newest first.',
  answer: z.array(OwnComplaint),
})

export const listComplaints = call({
  method: 'GET',
  path: '/admin/complaints/',
  access: 'admin',
  summary: 'The register: what waits for an answer first, by when it is due; then what is answered, newest first.',
  query: z.strictObject({ ...paging, state: z.optional(z.enum(['open', 'answered'])) }),
  answer: z.object({ count: z.int(), open: z.int(), overdue: z.int(), results: z.array(Complaint) }),
})

/** Also the form’s schema: what came by mail, telephone, letter or through a regulator. */
export const RecordComplaint = z.strictObject({
  name: required('Enter who complains', { max: 120 }),
  contact: required('Enter how to reach them', { max: 200 }),
  channel: z.enum(['mail', 'phone', 'letter', 'regulator'], 'Choose how it came'),
  category: ComplaintCategory,
  text: Text,
  received_on: dayInput('Enter the day it came'),
})

export const recordComplaint = call({
  method: 'POST',
  path: '/admin/complaints/',
  access: 'admin',
  summary: 'Enter a complaint that came by another way than this platform.',
  body: RecordComplaint,
  answer: Complaint,
  status: 201,
})

/** Also the form’s schema. */
export const AnswerComplaint = z.strictObject({
  answer: required('Write the answer', { max: 4000, hasLines: true }),
})

export const answerComplaint = call({
  method: 'PUT',
  path: '/admin/complaints/{id}/',
  access: 'admin',
  summary: 'Answer a complaint; who has an account here gets the answer by mail. An answer is not changed.',
  params: ById,
  body: AnswerComplaint,
  answer: z.extend(Message, { complaint: Complaint }),
})
