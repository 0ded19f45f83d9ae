import { sql } from 'kysely'
import { currentNotices } from '../../../accounts/consents/index.ts'
import { countComplaints } from '../../complaints/index.ts'
import { counted, met, notMet, type RuleCheck } from '../rule.ts'

export const COMPLAINTS_ARE_ANSWERED: RuleCheck = {
  key: 'complaints',
  title: 'Complaints are registered and answered within 30 days',
  source: 'Digital Personal Data Protection Rules, 2025; SEBI’s framework for retail algos',
  source_day: '2025-11-13',
  path: '/admin/compliance?tab=complaints',
  check: async ({ db, clock }) => {
    const { all, open, overdue } = await countComplaints(db, clock.now())
    if (overdue > 0) return notMet(`${counted(overdue, 'complaint is', 'complaints are')} overdue.`)
    return met(all === 0 ? 'None has come in.' : `${all} in the register, ${open} waiting, none overdue.`)
  },
}

export const USERS_HAVE_CONSENTED: RuleCheck = {
  key: 'consent',
  title: 'Personal data is processed by consent to a notice, which can be withdrawn',
  source: 'Digital Personal Data Protection Act, 2023, and Rules, 2025',
  source_day: '2025-11-13',
  path: null,
  check: async ({ db, config }) => {
    const { privacy } = await currentNotices(db, config)
    const { rows } = await sql<{ users: number; asked: number; newest: Date | null }>`
      select count(*)::int as users,
        (count(*) filter (where c.user_id is null))::int as asked, max(c.given_at) as newest
      from users u left join consents c on c.user_id = u.id and c.notice = 'privacy'
        and c.version = ${privacy.version}
      where u.status = 'active' and not u.is_admin`.execute(db)
    const { users = 0, asked = 0, newest = null } = rows[0] ?? {}
    const rest = asked === 0 ? '' : ` ${counted(asked, 'is', 'are')} asked by a banner until they do.`
    return met(`${users - asked} of ${counted(users, 'user', 'users')} accepted the current notice.${rest}`, newest)
  },
}

export const STAFF_HAVE_TWO_FACTORS: RuleCheck = {
  key: 'second-factor',
  title: 'Whoever administers signs in with a second factor',
  source: 'SEBI, Cybersecurity and Cyber Resilience Framework',
  source_day: '2024-08-20',
  path: '/admin/users',
  check: async ({ db }) => {
    const { rows } = await sql<{ email: string }>`
      select email from users where is_admin and status = 'active' and second_factor_on_at is null and passkeys = 0
      order by email`.execute(db)
    if (rows.length === 0) return met('Every administrator has an app or a passkey.')
    return notMet(`Only a password: ${rows.map(({ email }) => email).join(', ')}.`)
  },
}
