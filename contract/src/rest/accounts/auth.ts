// Accounts: registration with an e-mailed code, log-in, tokens, passwords, profile.
// The forms use the same schemas, so their texts are shown on the screens.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { GstState } from '../billing/gst-states.ts'
import { Gstin } from '../billing/gstin.ts'
import { Id, Message, NoContent, required, Time } from '../shapes.ts'

const EXPERIENCES = ['beginner', 'intermediate', 'advanced', 'expert'] as const
export const TradingExperience = z.enum(EXPERIENCES, 'Please choose your trading experience')
export type TradingExperience = z.infer<typeof TradingExperience>
export const EXPERIENCE_LABELS: Readonly<Record<TradingExperience, string>> = {
  beginner: 'Beginner (0-1 years)',
  intermediate: 'Intermediate (1-3 years)',
  advanced: 'Advanced (3-5 years)',
  expert: 'Expert (5+ years)',
}

export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone_number: z.string(),
  trading_experience: TradingExperience,
  /** State for GST; null means the seller's own state. */
  gst_state: z.nullable(GstState),
  /** Printed on invoices; its state is `gst_state`. */
  gstin: z.nullable(z.string()),
  is_admin: z.boolean(),
  second_factor: z.boolean(),
  /** An administrator who must enrol a second factor before anything else (production). */
  must_enrol: z.boolean(),
  date_joined: Time,
})
export type User = z.infer<typeof User>

const Tokens = { access: z.string(), refresh: z.string() }

const Username = required('Username is required', {
  min: [3, 'Username must be at least 3 characters long'],
  max: 30,
}).check(z.regex(/^[A-Za-z0-9_]+$/, 'Username can only contain letters, numbers, and underscores'))

const EmailAddress = required('Email is required', { max: 254 }).check(
  z.regex(z.regexes.email, 'Please enter a valid email address'),
)

const FirstName = required('First name is required', {
  min: [2, 'First name must be at least 2 characters long'],
  max: 60,
})
const LastName = required('Last name is required', {
  min: [2, 'Last name must be at least 2 characters long'],
  max: 60,
})
const PhoneNumber = required('Phone number is required', { max: 20 }).check(
  // Digits with the usual separators and at most one plus in front; “++--” is no number.
  z.regex(/^\s*\+?(?=(?:\D*\d){7})[0-9\-\s()]+$/, 'Please enter a valid phone number'),
)

// Argon2 hashes the whole password, so its length is limited.
const PASSWORD_MAX = z.maxLength(128, 'Password must be at most 128 characters long')

const LoginPassword = z
  .string('Password is required')
  .check(
    z.minLength(1, 'Password is required'),
    z.minLength(6, 'Password must be at least 6 characters long'),
    PASSWORD_MAX,
  )

const NewPassword = z
  .string('Password is required')
  .check(
    z.minLength(1, 'Password is required'),
    z.minLength(8, 'Password must be at least 8 characters long'),
    PASSWORD_MAX,
    z.regex(
      /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)/s,
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ),
  )
const Confirmation = z
  .string('Please confirm your password')
  .check(z.minLength(1, 'Please confirm your password'), PASSWORD_MAX)

/** The confirmation is compared even while other fields are wrong, as a form expects. */
function matching<A extends string, B extends string>(password: A, confirmation: B) {
  return z.refine<Record<A | B, string>>((form) => form[password] === form[confirmation], {
    path: [confirmation],
    error: 'Passwords do not match',
    when: ({ value }) => {
      const form = value as Partial<Record<A | B, unknown>> | null
      return Boolean(form?.[password]) && Boolean(form?.[confirmation])
    },
  })
}

const SecondFactorCode = z.string().check(z.trim(), z.maxLength(32))

export const LogIn = z.strictObject({
  username: required('Username or Email is required', { max: 254 }),
  password: LoginPassword,
  remember_me: z._default(z.boolean(), false),
  otp: z.optional(SecondFactorCode),
})
export const logIn = call({
  method: 'POST',
  path: '/auth/login/',
  access: 'anyone',
  summary: 'Sign in with username or e-mail; `otp` is asked for where a second factor is on.',
  issuesDevice: true,
  body: LogIn,
  answer: z.object({ ...Tokens, user: User, remember_me: z.boolean() }),
})

const registrationFields = {
  username: Username,
  email: EmailAddress,
  first_name: FirstName,
  last_name: LastName,
  phone_number: PhoneNumber,
  trading_experience: z._default(TradingExperience, 'beginner'),
  password: NewPassword,
  password_confirm: Confirmation,
}
export const Register = z.strictObject(registrationFields).check(matching('password', 'password_confirm'))
export type Register = z.infer<typeof Register>
export const register = call({
  method: 'POST',
  path: '/auth/register/',
  access: 'anyone',
  summary: 'Store a pending registration and mail a six-digit code that is valid for 300 seconds.',
  body: Register,
  answer: z.object({ success: z.literal(true), message: z.string() }),
})

export const Otp = z
  .string('Please enter a valid 6-digit OTP')
  .check(z.regex(/^\d{6}$/, 'Please enter a valid 6-digit OTP'))
export const verifyOtp = call({
  method: 'POST',
  path: '/auth/verify-otp/',
  access: 'anyone',
  summary: 'Verify the address with the code; the pending registration becomes an account and is signed in.',
  issuesDevice: true,
  body: z.strictObject({ email: EmailAddress, otp: Otp, registration_data: z.optional(Register) }),
  answer: z.object({ success: z.literal(true), message: z.string(), ...Tokens, user: User }),
})

export const resendOtp = call({
  method: 'POST',
  path: '/auth/resend-otp/',
  access: 'anyone',
  summary: 'Mail a new code for a pending registration.',
  body: z.strictObject({ email: EmailAddress }),
  answer: z.object({ success: z.literal(true), message: z.string() }),
})

export const refreshToken = call({
  method: 'POST',
  path: '/auth/token/refresh/',
  access: 'anyone',
  summary: 'Exchange a refresh token for a new access token and a new refresh token.',
  body: z.strictObject({ refresh: z.string().check(z.minLength(1), z.maxLength(400)) }),
  answer: z.object(Tokens),
})

export const logOut = call({
  method: 'POST',
  path: '/auth/logout/',
  access: 'anyone',
  summary: 'End the session of this refresh token; an unknown one is no error.',
  isBodyOptional: true,
  body: z.strictObject({ refresh_token: z.optional(z.string().check(z.maxLength(400))) }),
  answer: NoContent,
  status: 204,
})

export const readProfile = call({
  method: 'GET',
  path: '/auth/profile/',
  access: 'signed-in',
  summary: 'The signed-in user.',
  beforeEnrolment: true,
  answer: User,
})

export const UpdateProfile = z.strictObject({
  first_name: z.optional(FirstName),
  last_name: z.optional(LastName),
  phone_number: z.optional(PhoneNumber),
  trading_experience: z.optional(TradingExperience),
  /** Empty means the seller's own state. */
  gst_state: z.optional(z.union([GstState, z.literal('')], 'Please choose your state')),
  /** Empty removes it. */
  gstin: z.optional(z.union([z.literal(''), Gstin])),
})
export const updateProfile = call({
  method: 'PUT',
  path: '/auth/profile/update/',
  access: 'signed-in',
  summary: 'Change name, phone number, trading experience, or the state and GSTIN for invoices.',
  body: UpdateProfile,
  answer: User,
})

export const ChangePassword = z
  .strictObject({
    old_password: z
      .string('Current password is required')
      .check(z.minLength(1, 'Current password is required'), PASSWORD_MAX),
    new_password: NewPassword,
    new_password_confirm: Confirmation,
  })
  .check(matching('new_password', 'new_password_confirm'))
export const changePassword = call({
  method: 'POST',
  path: '/auth/change-password/',
  access: 'signed-in',
  summary: 'Change the password: every session ends, and the caller gets a new one.',
  body: ChangePassword,
  answer: z.object({ message: z.string(), ...Tokens }),
})

export const readAccountDashboard = call({
  method: 'GET',
  path: '/auth/dashboard/',
  access: 'signed-in',
  summary: "The user's own summary.",
  answer: z.object({
    user: User,
    active_sessions: z.int(),
    last_login_at: z.nullable(Time),
    recovery_codes_left: z.int(),
    /** The newest subscription that counts; null before the first. */
    subscription: z.nullable(z.object({ name: z.string(), status: z.string(), end_date: z.nullable(Time) })),
    trading: z.object({
      total_bots: z.int(),
      active_bots: z.int(),
      total_trades: z.int(),
      total_pnl: z.number(),
      trades_today: z.int(),
      pnl_today: z.number(),
    }),
  }),
})

export const ForgotPassword = z.strictObject({ email: EmailAddress })
export const forgotPassword = call({
  method: 'POST',
  path: '/auth/forgot-password/',
  access: 'anyone',
  summary: 'Mail a reset link that works once, for 24 hours; the answer is the same for unknown addresses.',
  body: ForgotPassword,
  answer: Message,
})

const ResetToken = z
  .string('Invalid reset link. Please request a new password reset.')
  .check(z.minLength(1, 'Invalid reset link. Please request a new password reset.'), z.maxLength(200))
export const ResetPassword = z
  .strictObject({ token: ResetToken, new_password: NewPassword, new_password_confirm: Confirmation })
  .check(matching('new_password', 'new_password_confirm'))
export const resetPassword = call({
  method: 'POST',
  path: '/auth/reset-password/',
  access: 'anyone',
  summary: 'Set a new password with a reset token; every session ends.',
  body: ResetPassword,
  answer: Message,
})

export const validateResetToken = call({
  method: 'POST',
  path: '/auth/validate-reset-token/',
  access: 'anyone',
  summary: 'The account that a reset token belongs to.',
  body: z.strictObject({ token: ResetToken }),
  answer: z.object({ email: z.string() }),
})
