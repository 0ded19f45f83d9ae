import * as auth from '@trading-bot/contract/rest/auth'
import * as security from '@trading-bot/contract/rest/security'
import { bindRoute } from '../../http/bind-route.ts'
import { changePassword } from './change-password.ts'
import { forgotPassword } from './forgot-password.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { readProfile } from './read-profile.ts'
import { refreshToken } from './refresh-token.ts'
import { register } from './register.ts'
import { resendOtp } from './resend-otp.ts'
import { resetPassword } from './reset-password.ts'
import { confirmFactor, disableFactor, enrolFactor, renewRecoveryCodes } from './second-factor.ts'
import { endAllSessions, endSession, listSessions } from './sessions.ts'
import { updateProfile } from './update-profile.ts'
import { validateResetToken } from './validate-reset-token.ts'
import { verifyOtp } from './verify-otp.ts'

export const authRoutes = [
  bindRoute(auth.logIn, logIn),
  bindRoute(auth.register, register),
  bindRoute(auth.verifyOtp, verifyOtp),
  bindRoute(auth.resendOtp, resendOtp),
  bindRoute(auth.refreshToken, refreshToken),
  bindRoute(auth.logOut, logOut),
  bindRoute(auth.readProfile, readProfile),
  bindRoute(auth.updateProfile, updateProfile),
  bindRoute(auth.changePassword, changePassword),
  bindRoute(auth.forgotPassword, forgotPassword),
  bindRoute(auth.resetPassword, resetPassword),
  bindRoute(auth.validateResetToken, validateResetToken),
  bindRoute(security.listSessions, listSessions),
  bindRoute(security.endSession, endSession),
  bindRoute(security.endAllSessions, endAllSessions),
  bindRoute(security.enrolFactor, enrolFactor),
  bindRoute(security.confirmFactor, confirmFactor),
  bindRoute(security.disableFactor, disableFactor),
  bindRoute(security.renewRecoveryCodes, renewRecoveryCodes),
]
