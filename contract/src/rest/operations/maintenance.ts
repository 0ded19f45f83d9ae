// Planned maintenance: windows that administrators announce, and the notice for signed-in users.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ById, Id, NoContent, required, Time } from '../shapes.ts'

const Instant = z.iso.datetime({ offset: true, error: 'Enter a date and a time' })

/** Also the form's schema. */
export const MaintenanceForm = z
  .strictObject({
    title: required('Title is required', { max: 120 }),
    message: z._default(z.string().check(z.trim(), z.maxLength(1000, 'At most 1000 characters')), ''),
    starts_at: Instant,
    ends_at: Instant,
    is_active: z._default(z.boolean(), true),
  })
  .check(
    z.refine((window) => Date.parse(window.ends_at) > Date.parse(window.starts_at), {
      path: ['ends_at'],
      error: 'The end must come after the start',
    }),
    z.refine((window) => Date.parse(window.ends_at) - Date.parse(window.starts_at) <= 7 * 86_400_000, {
      path: ['ends_at'],
      error: 'A window lasts at most seven days',
    }),
  )

export const MaintenanceWindow = z.object({
  id: Id,
  title: z.string(),
  message: z.string(),
  starts_at: Time,
  ends_at: Time,
  is_active: z.boolean(),
  /** As of now. */
  phase: z.enum(['planned', 'running', 'over', 'off']),
})
export type MaintenanceWindow = z.infer<typeof MaintenanceWindow>

export const listMaintenance = call({
  method: 'GET',
  path: '/admin/maintenance/',
  access: 'admin',
  summary: 'The windows, latest start first, 200 at a time; `before` is the start of the last one read.',
  query: z.strictObject({ before: z.optional(z.iso.datetime('This is not a time')) }),
  answer: z.array(MaintenanceWindow),
})

export const createMaintenance = call({
  method: 'POST',
  path: '/admin/maintenance/',
  access: 'admin',
  summary: 'Announce a window.',
  body: MaintenanceForm,
  answer: MaintenanceWindow,
  status: 201,
})

export const readMaintenance = call({
  method: 'GET',
  path: '/admin/maintenance/{id}/',
  access: 'admin',
  summary: 'One window.',
  params: ById,
  answer: MaintenanceWindow,
})

export const updateMaintenance = call({
  method: 'PUT',
  path: '/admin/maintenance/{id}/',
  access: 'admin',
  summary: 'Change a window, or cancel it with is_active false.',
  params: ById,
  body: MaintenanceForm,
  answer: MaintenanceWindow,
})

export const deleteMaintenance = call({
  method: 'DELETE',
  path: '/admin/maintenance/{id}/',
  access: 'admin',
  summary: 'Delete a window; the audit log keeps a record.',
  params: ById,
  answer: NoContent,
  status: 204,
})

export const readNotice = call({
  method: 'GET',
  path: '/platform/notice/',
  access: 'signed-in',
  summary: 'The current or the next maintenance; null if there is none.',
  answer: z.object({ maintenance: z.nullable(MaintenanceWindow), support_email: z.string() }),
})
