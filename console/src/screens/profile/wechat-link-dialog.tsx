import { type WeChatLinkForm, weChatLinkForm } from "@tollgate/contract/oauth";
import type { Self } from "@tollgate/contract/profile";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { TextField } from "../../design-system/form/text-field";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { notify } from "../../lib/notifications/notifications";
import { QrPicture } from "../../widgets/sign-in-methods/qr-picture";
import { FormDialog } from "./form-dialog";
import { useLinkWeChat } from "./profile-queries";
import { StepUpField } from "./step-up-field";
import { stepUpResolver } from "./step-up-resolver";

type Values = z.input<typeof weChatLinkForm>;

/** The QR code to scan, the code that the WeChat account replies with, and step-up. */
export function WeChatLinkDialog({ self, onClose }: { self: Self; onClose: () => void }) {
  const { t } = useTranslation(["profile", "sign-in-methods"]);
  const form = useForm<Values, unknown, WeChatLinkForm>({
    defaultValues: { wechat_code: "", current_password: "", code: "" },
    resolver: stepUpResolver(self, weChatLinkForm),
  });
  const link = useLinkWeChat();
  const submit = form.handleSubmit(async (values) => {
    try {
      await link.mutateAsync(values);
      notify.success(t("links.linked", { service: t("links.named.wechat") }));
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });
  return (
    <FormDialog
      title={t("links.linkWeChat")}
      description={t("sign-in-methods:wechat.how")}
      form={form}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      submitLabel={t("links.link")}
      submitting={link.isPending}
    >
      <QrPicture />
      <TextField<Values>
        name="wechat_code"
        label={t("sign-in-methods:wechat.code")}
        hint={t("sign-in-methods:wechat.codeHint")}
        autoComplete="one-time-code"
        autoFocus
      />
      <StepUpField<Values> self={self} />
    </FormDialog>
  );
}
