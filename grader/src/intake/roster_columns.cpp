// Knows what platforms call the columns of their rosters.
#include "intake/roster_columns.hpp"

#include "intake/foreign_names.hpp"

#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace warpschool::grader::intake {
namespace {

/// Headers by their letters alone: "E-Mail-Adresse" is "emailadresse". A role may have several
/// columns; the first in this list that a file has counts.
constexpr std::pair<std::string_view, Role> kKnownHeaders[] = {
    {"identifier", Role::kIdentifier},
    {"identifiant", Role::kIdentifier},
    {"identificador", Role::kIdentifier},
    {"identificatie", Role::kIdentifier},
    {"rosteridentifier", Role::kIdentifier},
    {"id", Role::kPlatformId},
    {"canvasid", Role::kPlatformId},
    {"canvasuserid", Role::kPlatformId},
    {"sisuserid", Role::kNumber},
    {"sid", Role::kNumber},
    {"studentid", Role::kNumber},
    {"idnumber", Role::kNumber},
    {"idnummer", Role::kNumber},
    {"matrikelnummer", Role::kNumber},
    {"matrikelnr", Role::kNumber},
    {"matriculationnumber", Role::kNumber},
    {"numerodid", Role::kNumber},
    {"numerodidentification", Role::kNumber},
    {"userid", Role::kNumber},
    {"sisloginid", Role::kLogin},
    {"loginid", Role::kLogin},
    {"login", Role::kLogin},
    {"username", Role::kLogin},
    {"netid", Role::kLogin},
    {"anmeldename", Role::kLogin},
    {"nutzername", Role::kLogin},
    {"nomdutilisateur", Role::kLogin},
    {"nombredeusuario", Role::kLogin},
    {"email", Role::kEmail},
    {"emailaddress", Role::kEmail},
    {"emailadresse", Role::kEmail},
    {"adressedecourriel", Role::kEmail},
    {"direcciondecorreo", Role::kEmail},
    {"direccionemail", Role::kEmail},
    {"correoelectronico", Role::kEmail},
    {"indirizzoemail", Role::kEmail},
    {"enderecodeemail", Role::kEmail},
    {"emailadres", Role::kEmail},
    {"mail", Role::kEmail},
    {"student", Role::kName},
    {"name", Role::kName},
    {"fullname", Role::kName},
    {"studentname", Role::kName},
    {"vollstandigername", Role::kName},
    {"nomcomplet", Role::kName},
    {"nombrecompleto", Role::kName},
    {"nomecompleto", Role::kName},
    {"volledigenaam", Role::kName},
    {"firstname", Role::kFirstName},
    {"givenname", Role::kFirstName},
    {"vorname", Role::kFirstName},
    {"prenom", Role::kFirstName},
    {"nombre", Role::kFirstName},
    {"nome", Role::kFirstName},
    {"voornaam", Role::kFirstName},
    {"lastname", Role::kLastName},
    {"surname", Role::kLastName},
    {"familyname", Role::kLastName},
    {"nachname", Role::kLastName},
    {"nom", Role::kLastName},
    {"apellidos", Role::kLastName},
    {"cognome", Role::kLastName},
    {"sobrenome", Role::kLastName},
    {"achternaam", Role::kLastName},
    {"section", Role::kSection},
    {"sections", Role::kSection},
    {"sectionname", Role::kSection},
    {"group", Role::kSection},
    {"groups", Role::kSection},
    {"gruppe", Role::kSection},
    {"gruppen", Role::kSection},
    {"groupe", Role::kSection},
    {"groupes", Role::kSection},
    {"grupo", Role::kSection},
    {"grupos", Role::kSection},
    {"gruppi", Role::kSection},
    {"groepen", Role::kSection},
    {"groupname", Role::kGroup},
    {"teamname", Role::kGroup},
    {"team", Role::kGroup},
    {"githubusername", Role::kGithub},
    {"github", Role::kGithub},
    {"role", Role::kRole},
};

}  // namespace

Columns find_columns(const CsvRow& header) {
  Columns columns;
  std::map<Role, std::size_t> rank;
  for (std::size_t i = 0; i < header.cells.size(); ++i) {
    const std::string key = squashed(header.cells[i]);
    for (std::size_t j = 0; j < std::size(kKnownHeaders); ++j) {
      const auto [role, rule] = std::pair(kKnownHeaders[j].second, j);
      if (kKnownHeaders[j].first == key && (rank.find(role) == rank.end() || rule < rank[role])) {
        rank[role] = rule;
        columns[role] = i;
      }
    }
  }
  return columns;
}

}  // namespace warpschool::grader::intake
