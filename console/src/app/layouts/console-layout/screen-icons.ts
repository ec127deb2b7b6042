import AssessmentOutlinedIcon from "@mui/icons-material/AssessmentOutlined";
import CampaignOutlinedIcon from "@mui/icons-material/CampaignOutlined";
import ConfirmationNumberOutlinedIcon from "@mui/icons-material/ConfirmationNumberOutlined";
import CreditCardOutlinedIcon from "@mui/icons-material/CreditCardOutlined";
import DashboardOutlinedIcon from "@mui/icons-material/DashboardOutlined";
import DescriptionOutlinedIcon from "@mui/icons-material/DescriptionOutlined";
import FormatListBulletedIcon from "@mui/icons-material/FormatListBulleted";
import GroupWorkOutlinedIcon from "@mui/icons-material/GroupWorkOutlined";
import HubOutlinedIcon from "@mui/icons-material/HubOutlined";
import HistoryIcon from "@mui/icons-material/History";
import ImageOutlinedIcon from "@mui/icons-material/ImageOutlined";
import KeyOutlinedIcon from "@mui/icons-material/KeyOutlined";
import PaymentsOutlinedIcon from "@mui/icons-material/PaymentsOutlined";
import PeopleAltOutlinedIcon from "@mui/icons-material/PeopleAltOutlined";
import PersonOutlinedIcon from "@mui/icons-material/PersonOutlined";
import PlayCircleOutlinedIcon from "@mui/icons-material/PlayCircleOutlined";
import ScheduleIcon from "@mui/icons-material/Schedule";
import SellOutlinedIcon from "@mui/icons-material/SellOutlined";
import SendOutlinedIcon from "@mui/icons-material/SendOutlined";
import SettingsOutlinedIcon from "@mui/icons-material/SettingsOutlined";
import ViewInArOutlinedIcon from "@mui/icons-material/ViewInArOutlined";
import type { MenuCollapse, ScreenIcon } from "../../../lib/define-screen";

/** Icons by the names in the passports, fetched with the shell. */
export const screenIcons: Record<ScreenIcon, typeof KeyOutlinedIcon> = {
  dashboard: DashboardOutlinedIcon,
  analytics: AssessmentOutlinedIcon,
  playground: PlayCircleOutlinedIcon,
  users: PeopleAltOutlinedIcon,
  groups: GroupWorkOutlinedIcon,
  audit: HistoryIcon,
  channels: HubOutlinedIcon,
  pricing: SellOutlinedIcon,
  telegram: SendOutlinedIcon,
  redemptions: ConfirmationNumberOutlinedIcon,
  payments: CreditCardOutlinedIcon,
  notices: CampaignOutlinedIcon,
  tokens: KeyOutlinedIcon,
  profile: PersonOutlinedIcon,
  settings: SettingsOutlinedIcon,
  topup: PaymentsOutlinedIcon,
  models: ViewInArOutlinedIcon,
  logs: FormatListBulletedIcon,
  midjourney: ImageOutlinedIcon,
  tasks: ScheduleIcon,
  page: DescriptionOutlinedIcon,
};

export const collapseIcons: Record<MenuCollapse, typeof KeyOutlinedIcon> = {
  operation: SellOutlinedIcon,
  "pay-settings": CreditCardOutlinedIcon,
};
