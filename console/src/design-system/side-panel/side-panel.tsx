import CloseIcon from "@mui/icons-material/Close";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { type FormEvent, type ReactNode, useId } from "react";
import { FormProblem } from "../form/form-problem";
import { useDesignTexts } from "../texts/design-texts";
import { tokens } from "../theme/tokens";
import { usePhone } from "../theme/use-phone";
import { useLeaveGuard } from "./use-leave-guard";

export interface SidePanelProps {
  open: boolean;
  title: ReactNode;
  subtitle?: ReactNode;
  /** Called after the question about unsaved changes, if one was needed. */
  onClose: () => void;
  /** There are unsaved changes: closing and leaving the page ask first. */
  dirty?: boolean;
  /** Makes the panel a form with a save button; pass `form.handleSubmit(save)`. */
  onSubmit?: (event: FormEvent) => void;
  submitLabel?: string;
  submitting?: boolean;
  /** Why saving failed, shown above the buttons; problems of fields belong on the fields. */
  problem?: string | undefined;
  /** At the left of the buttons, e.g. "Test". */
  footerStart?: ReactNode;
  /** Replaces the buttons altogether. */
  footer?: ReactNode;
  /** Pixels on wide screens. */
  width?: number;
  children: ReactNode;
}

/** The place of editors and details: a panel at the right, the whole screen on phones. Focus returns where it was. */
export function SidePanel(props: SidePanelProps) {
  const texts = useDesignTexts();
  const phone = usePhone();
  const titleId = useId();
  const close = useLeaveGuard(props.open && (props.dirty ?? false), props.onClose);

  const submit = (event: FormEvent): void => {
    // A form inside a portal still bubbles through React to forms around it.
    event.stopPropagation();
    event.preventDefault();
    props.onSubmit?.(event);
  };

  return (
    <Drawer
      anchor="right"
      open={props.open}
      onClose={close}
      slotProps={{
        paper: {
          role: "dialog",
          "aria-modal": true,
          "aria-labelledby": titleId,
          sx: {
            width: phone ? "100%" : (props.width ?? tokens.sidePanelWidth),
            maxWidth: "100%",
            borderLeft: phone ? 0 : 1,
            borderColor: "divider",
          },
        },
      }}
    >
      <Stack
        component={props.onSubmit ? "form" : "div"}
        {...(props.onSubmit && { onSubmit: submit, noValidate: true })}
        sx={{ height: "100%", minHeight: 0 }}
      >
        <Stack
          direction="row"
          sx={{
            alignItems: "center",
            gap: 1,
            pl: 3,
            pr: 1.5,
            py: 1.5,
            minHeight: 64,
            borderBottom: 1,
            borderColor: "divider",
          }}
        >
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography
              id={titleId}
              variant="h2"
              noWrap
              {...(typeof props.title === "string" && { title: props.title })}
            >
              {props.title}
            </Typography>
            {props.subtitle && (
              <Typography variant="body2" component="div" sx={{ color: "text.secondary" }} noWrap={!phone}>
                {props.subtitle}
              </Typography>
            )}
          </Box>
          <Tooltip title={texts.close}>
            <IconButton aria-label={texts.close} onClick={close}>
              <CloseIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </Stack>
        <Box sx={{ flex: 1, overflowY: "auto", overscrollBehavior: "contain", px: 3, py: 2.5 }}>
          {props.children}
        </Box>
        {props.problem !== undefined && (
          <Box sx={{ px: 3, pt: 1.5, borderTop: 1, borderColor: "divider" }}>
            <FormProblem text={props.problem} />
          </Box>
        )}
        {(props.footer || props.onSubmit) && (
          <Stack
            direction="row"
            sx={{
              alignItems: "center",
              flexWrap: { xs: "wrap", sm: "nowrap" },
              gap: 1,
              px: 3,
              py: 1.5,
              pb: "calc(12px + env(safe-area-inset-bottom))",
              borderTop: props.problem === undefined ? 1 : 0,
              borderColor: "divider",
            }}
          >
            {props.footer ?? (
              <>
                {props.footerStart}
                <Box sx={{ flex: 1 }} />
                <Button variant="outlined" onClick={close}>
                  {texts.cancel}
                </Button>
                <Button type="submit" variant="contained" loading={props.submitting ?? false}>
                  {props.submitLabel}
                </Button>
              </>
            )}
          </Stack>
        )}
      </Stack>
    </Drawer>
  );
}
