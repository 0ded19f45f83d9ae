import * as auth from '@trading-bot/contract/rest/accounts/auth'
import * as passkeys from '@trading-bot/contract/rest/accounts/passkeys'
import * as security from '@trading-bot/contract/rest/accounts/security'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { changePassword } from './passwords/change-password.ts'
import { forgotPassword } from './passwords/forgot-password.ts'
import { logIn } from './sessions/log-in.ts'
import { logOut } from './sessions/log-out.ts'
import { addPasskey, startPasskey } from './passkeys/add-passkey.ts'
import { listPasskeys, removePasskey, renamePasskey } from './passkeys/passkeys.ts'
import {
  proveWithPasskey,
  signInWithPasskey,
  startPasskeyProof,
  startPasskeySignIn,
} from './passkeys/sign-in-with-passkey.ts'
import { readProfile } from './profile/read-profile.ts'
import { refreshToken } from './sessions/refresh-token.ts'
import { register } from './registration/register.ts'
import { resendOtp } from './registration/resend-otp.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { authenticateAgain } from './second-factor/authenticate-again.ts'
import { confirmFactor, disableFactor, enrolFactor, renewRecoveryCodes } from './second-factor/second-factor.ts'
import { dismissAccountNotice, listAccountNotices } from './notices/notices.ts'
import { endAllSessions, endSession, listSessions } from './sessions/sessions.ts'
import { updateProfile } from './profile/update-profile.ts'
import { validateResetToken } from './passwords/validate-reset-token.ts'
import { verifyOtp } from './registration/verify-otp.ts'

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
  bindRoute(security.listAccountNotices, listAccountNotices),
  bindRoute(security.dismissAccountNotice, dismissAccountNotice),
  bindRoute(passkeys.listPasskeys, listPasskeys),
  bindRoute(passkeys.startPasskey, startPasskey),
  bindRoute(passkeys.addPasskey, addPasskey),
  bindRoute(passkeys.renamePasskey, renamePasskey),
  bindRoute(passkeys.removePasskey, removePasskey),
  bindRoute(passkeys.startPasskeySignIn, startPasskeySignIn),
  bindRoute(passkeys.signInWithPasskey, signInWithPasskey),
  bindRoute(passkeys.startPasskeyProof, startPasskeyProof),
  bindRoute(passkeys.proveWithPasskey, proveWithPasskey),
  bindRoute(security.authenticateAgain, authenticateAgain),
  bindRoute(security.enrolFactor, enrolFactor),
  bindRoute(security.confirmFactor, confirmFactor),
  bindRoute(security.disableFactor, disableFactor),
  bindRoute(security.renewRecoveryCodes, renewRecoveryCodes),
]
